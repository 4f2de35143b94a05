const ANY = ':';
const REST = '*';

const known = new Map<string, string[][]>();

/** Expands a route path to its possible segment lists: `/a/:b?` returns `a` and `a, :`. */
function shapes(path: string): string[][] {
  const before = known.get(path);
  if (before) return before;
  let found: string[][] = [[]];
  for (const segment of path.split('/').filter((part) => part !== '')) {
    const optional = segment.endsWith('?');
    const name = optional ? segment.slice(0, -1) : segment;
    const part = name === '*' ? REST : name.startsWith(':') ? ANY : name.toLowerCase();
    const longer = found.map((shape) => [...shape, part]);
    found = optional ? [...found, ...longer] : longer;
  }
  known.set(path, found);
  return found;
}

/** Returns whether some URL matches both patterns. */
export function overlap(one: string, other: string): boolean {
  const others = shapes(other);
  return shapes(one).some((shape) => others.some((second) => meet(shape, second)));
}

/**
 * Values by route path, indexed so that two hundred plugins' routes aren't compared with every
 * other route.
 */
export class PatternIndex<Value> {
  readonly #byFirst = new Map<string, { path: string; value: Value }[]>();

  add(path: string, value: Value): void {
    for (const first of firstsOf(path)) {
      const list = this.#byFirst.get(first) ?? [];
      list.push({ path, value });
      this.#byFirst.set(first, list);
    }
  }

  /** Returns the value of an overlapping path. */
  overlapping(path: string): Value | undefined {
    for (const first of firstsOf(path)) {
      const lists = WIDE.has(first)
        ? this.#byFirst.values()
        : [first, ...WIDE].map((key) => this.#byFirst.get(key));
      for (const list of lists) {
        const found = list?.find((entry) => overlap(entry.path, path));
        if (found) return found.value;
      }
    }
    return undefined;
  }
}

/** First segments that match any other segment. */
const WIDE: ReadonlySet<string> = new Set([ANY, REST]);

/** Returns the possible first segments of matching URLs; empty for `/`. */
function firstsOf(path: string): Set<string> {
  return new Set(shapes(path).map(([first]) => first ?? ''));
}

/**
 * Returns the same key for all patterns that match the same URLs, whatever their parameter names.
 */
export function patternKey(path: string): string {
  return shapes(path)
    .map((shape) => `/${shape.join('/')}`)
    .sort()
    .join(' ');
}

function meet(one: readonly string[], other: readonly string[]): boolean {
  for (let at = 0; ; at++) {
    const [a, b] = [one[at], other[at]];
    if (a === REST || b === REST) return true;
    if (a === undefined || b === undefined) return a === b;
    if (a !== ANY && b !== ANY && a !== b) return false;
  }
}
