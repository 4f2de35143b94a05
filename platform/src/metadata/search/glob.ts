/** A pattern for LIKE on text in lower case: `*` is any characters, `?` is one, all else stands for itself. */
export function likePattern(glob: string): string {
  return glob
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')
    .replace(/\*+/g, '%')
    .replaceAll('?', '_');
}

/** Whether it holds for everything. */
export function matchesAll(glob: string): boolean {
  return /^\*+$/.test(glob);
}

/** Whether it is a whole name, or the beginning of names and nothing else. */
export function isPrefix(glob: string): boolean {
  return /^[^*?\u{10ffff}]+\**$/u.test(glob);
}

/** The text in lower case that everything which matches starts with; `exact` when it is the whole of it. */
export function literalPrefix(glob: string): { prefix: string; exact: boolean } {
  const [prefix = ''] = glob.toLowerCase().split(/[*?]/, 1);
  return { prefix, exact: !/[*?]/.test(glob) };
}

/** The least text above all that start with the prefix, in the order of code points; none for an empty prefix. */
export function prefixEnd(prefix: string): string | undefined {
  const points = [...prefix];
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const point = last.codePointAt(0) ?? 0;
    // Surrogates are no characters, and the last code point has none above it.
    if (point < 0x10ffff)
      return points.join('') + String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1);
  }
  return undefined;
}

/** Whether the index of trigrams narrows the search: three letters or digits in a row, or the beginning of a word. */
export function hasTrigrams(glob: string): boolean {
  return glob
    .toLowerCase()
    .split(/[*?]+|[^\p{L}\p{N}]+/u)
    .some((run) => run.length >= 3);
}
