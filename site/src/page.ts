// The page around an app: its words, its language, its folder; and making elements.

const root = document.body.dataset['root'] ?? '';
export const language = document.documentElement.lang || 'en';

// The regions whose way of writing numbers the pages follow.
const LOCALES: Record<string, string> = { en: 'en-GB', de: 'de-DE', pt: 'pt-BR', hi: 'hi-IN' };
const locale = LOCALES[language] ?? language;

const words: Record<string, string> = JSON.parse(document.getElementById('words')?.textContent ?? '{}');

/** The word of that key in the page's language; {1} to {9} are the arguments. */
export function say(key: string, ...args: (string | number)[]): string {
  const word = words[key] ?? key;
  return word.replace(/\{([1-9])\}/g, (_, place: string) => String(args[Number(place) - 1] ?? ''));
}

const format = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(locale, { numberingSystem: 'latn', maximumFractionDigits: 0, ...options });
const integers = format({});
const signed = format({ signDisplay: 'exceptZero' });

export const number = (value: number): string => integers.format(value);
/** Centipawns, with their sign; the minus is a real one, as on the pages that the program wrote. */
export const centipawns = (value: number): string => signed.format(value).replace('-', '\u2212');

export const dataUrl = (path: string): string => `${root}data/${path}`;
export const assetUrl = (name: string): string => `${root}assets/${name}`;
export const pageUrl = (name: string): string => `${root}${language}/${name}.html`;
export const pairUrl = (w: number, b: number): string => `${pageUrl('pair')}?${w}:${b}`;

type Child = Node | string | null | undefined;
type Attributes = Record<string, string | number | boolean | null | undefined>;

/** An element with its attributes (null, false: none) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== undefined && value !== false)
      made.setAttribute(name, value === true ? '' : String(value));
  made.append(...children.filter((child): child is Node | string => child !== null && child !== undefined));
  return made;
}

export function button(word: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, word);
  made.addEventListener('click', onClick);
  return made;
}

export function link(href: string, text: string, attributes: Attributes = {}): HTMLAnchorElement {
  return element('a', { href, ...attributes }, text);
}

/** A labelled field: the label is the text before it. */
export function labelled(word: string, field: HTMLElement): HTMLLabelElement {
  return element('label', {}, element('span', {}, word), field);
}

export function option(value: string, text: string): HTMLOptionElement {
  return element('option', { value }, text);
}

/** A button that copies what `text` gives; it says so for a moment, also to who does not see. */
export function copyButton(text: () => string, word = say('app.copy')): HTMLButtonElement {
  const made = button(word, async () => {
    const done = await copy(text());
    made.textContent = say(done ? 'app.copied' : 'app.copy_failed');
    setTimeout(() => (made.textContent = word), 1600);
  }, { class: 'copy', 'aria-live': 'polite' });
  return made;
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text); // pages without https have no clipboard of their own
  }
}

function copyBySelection(text: string): boolean {
  const field = element('textarea', { class: 'off-screen', 'aria-hidden': 'true' });
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}
