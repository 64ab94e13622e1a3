/* The ladder of toy studies. */
#ifndef TESTS_TOY_LADDER_H
#define TESTS_TOY_LADDER_H

/* Two triage-free stages would hide the rule for P0, so the toy ladder has P0, S0 and S1. */
static const char toy_ladder[] =
    "{\"study\":\"asym\",\"stages\":["
    "{\"name\":\"P0\",\"nodes\":10,\"window_cp\":20,\"source\":\"calibrated\",\"triage\":true},"
    "{\"name\":\"S0\",\"nodes\":100,\"window_cp\":50,\"published_window_cp\":50,"
    "\"source\":\"published\"},"
    "{\"name\":\"S1\",\"nodes\":500,\"window_cp\":40,\"published_window_cp\":40,"
    "\"source\":\"published\"}],"
    "\"deepening\":{\"first_nodes\":1000,\"factor\":2},"
    "\"calibration\":{\"even_cp\":10,\"even_at_least\":4,\"percentile\":95}}";

#endif
