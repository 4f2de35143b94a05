import { HttpError } from '../../errors/HttpError.ts';
import { maxWildcards } from '../../globs/Glob.ts';

/**
 * Converts a glob to a LIKE pattern for lowercase text: `*` matches any characters, `?` matches
 * one. Throws `HttpError` 400 for too many asterisks: each adds another search in every text.
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

/** Whether the glob matches every text. */
export function matchesAll(glob: string): boolean {
  return /^\*+$/.test(glob);
}

/** Whether the glob is an exact name or only a prefix. */
export function isPrefix(glob: string): boolean {
  return /^[^*?\u{10ffff}]+\**$/u.test(glob);
}

/** Returns the lowercase prefix of all matches; `exact` if the glob is the prefix. */
export function literalPrefix(glob: string): { prefix: string; exact: boolean } {
  const [prefix = ''] = glob.toLowerCase().split(/[*?]/, 1);
  return { prefix, exact: !/[*?]/.test(glob) };
}

/**
 * Returns the smallest text above all texts with this prefix, in code point order; undefined for
 * an empty prefix.
 */
export function prefixEnd(prefix: string): string | undefined {
  const points = [...prefix];
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const point = last.codePointAt(0) ?? 0;
    // Surrogates are not characters, and no code point follows the last one.
    if (point < 0x10ffff)
      return points.join('') + String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1);
  }
  return undefined;
}

/**
 * Whether a trigram index narrows the search: three consecutive letters or digits, or a word start.
 */
export function hasTrigrams(glob: string): boolean {
  return glob
    .toLowerCase()
    .split(/[*?]+|[^\p{L}\p{N}]+/u)
    .some((run) => run.length >= 3);
}

/** More words do not narrow a search further. */
const maxPieces = 8;

/**
 * Returns a broader glob for a trigram index, made of the words with three or more letters or
 * digits. The index also contains word boundaries, but half of all texts have a word with the same
 * first letter: skipping those takes several times as long as finding the word. `shorter` adds
 * shorter words with the characters next to them, which make them selective. Returns undefined if
 * the glob has no words.
 */
export function wordGlob(glob: string, shorter: boolean): string | undefined {
  const runs = glob.split(/[*?]+/);
  const pieces: { text: string; begins: boolean; ends: boolean }[] = [];
  let words = 0;
  for (const [index, run] of runs.entries()) {
    let used = 0;
    for (const { index: at, 0: found } of run.matchAll(/[\p{L}\p{N}]+/gu)) {
      if (pieces.length === maxPieces) break;
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
      // Two adjacent words share the character between them.
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
