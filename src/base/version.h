/* The version of these sources: --version says it, and records of runs name it for their producer.
 */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

#define SOURCE_VERSION "2026.11.3"

#endif
