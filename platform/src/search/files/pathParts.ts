import { type SQL, sql } from 'drizzle-orm';
import { asciiLower } from '../../globs/asciiLower.ts';
import { hasTrigrams } from '../../packages/sql/glob.ts';
import { likeAscii } from './likeAscii.ts';

/**
 * Separators in paths and the capitals that represent them in the index: lowercase paths contain no
 * capitals.
 */
const capitals: Readonly<Record<string, string>> = { '/': 'Q', '-': 'X', '.': 'J', _: 'Z', '@': 'V' };

/** Path of a file `f` in the trigram index. Must equal the index expression exactly. */
export const pathParts: SQL = sql.raw(`translate(lower(f.path), '/-._@', 'QXJZV')`);

/** Converts a LIKE pattern for lowercase paths to the equivalent for `pathParts`. */
export function partsPattern(like: string): string {
  return like.replace(/\\(.)|[/.@-]/gs, (found, escaped?: string) =>
    escaped === undefined || escaped === '_' ? (capitals[escaped ?? found] ?? found) : found,
  );
}

/** Condition on the whole path that the index can answer. */
export function pathPartsMatch(glob: string): SQL {
  return sql`${pathParts} LIKE ${partsPattern(likeAscii(glob))}`;
}

/** Returns the runs between the wildcards of a glob, in the form of `pathParts`. */
export function runsOf(glob: string): string[] {
  return asciiLower(glob)
    .split(/[*?]+/)
    .map((run) => run.replace(/[/._@-]/g, (separator) => capitals[separator] ?? separator));
}

/** Whether the index narrows the search: it needs a run of three indexed characters. */
export function hasPathTrigrams(glob: string): boolean {
  return hasTrigrams(glob) || runsOf(glob).some((run) => /[a-zA-Z0-9]{3}/.test(run));
}

/**
 * Whether trigrams represent the glob completely: each run has only indexed characters and
 * sufficient length.
 */
export function isTold(glob: string): boolean {
  const runs = runsOf(glob);
  // The index also contains the beginning and the end of a path.
  return runs.every((run, index) => {
    if (run === '') return true;
    const least = index === 0 ? 1 : index === runs.length - 1 ? 2 : 3;
    return run.length >= least && /^[a-zA-Z0-9]+$/.test(run);
  });
}
