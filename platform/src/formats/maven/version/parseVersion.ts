/**
 * A number without leading zeros, a lowercase qualifier (`''` for those that mean "released"), or
 * the list after a hyphen.
 */
export type Item = string | Item[];

const released = new Set(['ga', 'final', 'release']);
const short: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', m: 'milestone' };
/** Maximum depth; the rest becomes one word. */
const maxDepth = 100;

/**
 * Splits a version into items like Maven: at dots, at hyphens, and between digits and letters. A
 * hyphen starts a nested list, and so does a qualifier. Items without meaning at the end of a list
 * (`0`, `final`) are dropped: `1.0.0` is `1`.
 */
export function parseVersion(version: string): Item[] {
  const root: Item[] = [];
  const lists = [root];
  let list = root;
  const nest = () => {
    const inner: Item[] = [];
    list.push(inner);
    lists.push(inner);
    list = inner;
  };
  for (const { text, separator } of tokens(version.toLowerCase())) {
    const isWord = !/^\d*$/.test(text);
    if (list.length > 0 && (separator !== '.' || isWord) && lists.length < maxDepth) nest();
    else if (separator === '-' && list === root && root.length === 0) nest();
    list.push(isWord ? qualifier(text) : text.replace(/^0+(?=\d)/, '') || '0');
  }
  for (const each of lists.reverse()) trim(each);
  return root;
}

interface Token {
  text: string;
  /** The preceding separator; empty at the start and between digits and letters. */
  separator: string;
}

function tokens(version: string): Token[] {
  const found: Token[] = [];
  for (const [, separator = '', digits, letters = ''] of version.matchAll(
    /([.-]?)(?:(\d+)|([^\d.-]+)|(?=[.-]|$))/g,
  )) {
    if (separator === '' && !digits && letters === '') continue;
    const previous = found.at(-1);
    // `a1` is `alpha-1`; `a` alone is a word.
    if (digits && separator === '' && previous && short[previous.text])
      previous.text = short[previous.text] ?? '';
    found.push({ text: digits ?? letters, separator });
  }
  return found;
}

function qualifier(word: string): string {
  if (released.has(word)) return '';
  return word === 'cr' ? 'rc' : word;
}

function trim(list: Item[]): void {
  for (let at = list.length - 1; at >= 0; at--) {
    const item = list[at];
    const nothing = Array.isArray(item) ? item.length === 0 : item === '0' || item === '';
    if (nothing) list.splice(at, 1);
    else if (!Array.isArray(item)) return;
  }
}
