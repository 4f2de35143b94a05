import { HttpError } from '../../errors/HttpError.ts';
import { maxWildcards } from '../../globs/Glob.ts';

/**
 * A pattern for LIKE on text in lower case: `*` is any characters, `?` is one, all else stands for itself. Throws `HttpError` 400 for
 * too many asterisks: each is another search in every text.
 */
export function likePattern(glob: string): string {
  if ((glob.match(/\*+/g) ?? []).length > maxWildcards)
    throw new HttpError(
      400,
      'BAD_PATTERN',
      `Invalid search pattern: it has more than ${maxWildcards} asterisks. Use a shorter pattern.`,
    );
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

/** More words narrow a search no further. */
const mostPieces = 8;

/**
 * A glob that all match which match this one, for an index of trigrams to begin with: nothing but its words, of three letters or digits
 * and more. Where a word begins or ends is in the index too, and half of all texts have a word that begins with the same letter: to pass
 * over those takes several times as long as to find the word. With `shorter` the shorter ones as well, which keep what stands around them,
 * as only that tells them. Undefined where there is no word to look for.
 */
export function wordGlob(glob: string, shorter: boolean): string | undefined {
  const runs = glob.split(/[*?]+/);
  const pieces: { text: string; begins: boolean; ends: boolean }[] = [];
  let words = 0;
  for (const [index, run] of runs.entries()) {
    let used = 0;
    for (const { index: at, 0: found } of run.matchAll(/[\p{L}\p{N}]+/gu)) {
      if (pieces.length === mostPieces) break;
      const end = at + found.length;
      if ([...found].length >= 3) {
        pieces.push({ text: found, begins: false, ends: false });
        words += 1;
        continue;
      }
      if (!shorter) continue;
      const before = /[^\p{L}\p{N}]$/u.exec(run.slice(0, at))?.[0];
      const after = /^[^\p{L}\p{N}]/u.exec(run.slice(end))?.[0];
      const begins = before === undefined && index === 0;
      const ends = after === undefined && index === runs.length - 1;
      if (!(before || begins) || !(after || ends)) continue;
      const text = `${found}${after ?? ''}`;
      const last = pieces.at(-1);
      // What stands between two of them stands there once.
      if (last && before && used === at) Object.assign(last, { text: last.text + text, ends });
      else pieces.push({ text: `${before ?? ''}${text}`, begins, ends });
      used = end + (after?.length ?? 0);
    }
  }
  const [first] = pieces;
  if (!first || !words) return undefined;
  const inner = pieces.map(({ text }) => text).join('*');
  return `${first.begins ? '' : '*'}${inner}${pieces.at(-1)?.ends ? '' : '*'}`;
}
