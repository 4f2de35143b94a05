import { type SQL, sql } from 'drizzle-orm';
import { hasTrigrams } from '../../packages/search/glob.ts';
import { asciiLower, likeAscii } from './likeAscii.ts';

/** What stands between the words of paths, and the capital that stands for it in the index: a lowered path has none itself. */
const capitals: Readonly<Record<string, string>> = { '/': 'Q', '-': 'X', '.': 'J', _: 'Z', '@': 'V' };

/** Of a file `f`, as the index of trigrams has it. Word for word the expression that it is made of. */
export const pathParts: SQL = sql.raw(`translate(lower(f.path), '/-._@', 'QXJZV')`);

/** A pattern for LIKE on `pathParts` that matches what the given one matches on the lowered path. */
export function partsPattern(like: string): string {
  return like.replace(/\\(.)|[/.@-]/gs, (found, escaped?: string) =>
    escaped === undefined || escaped === '_' ? (capitals[escaped ?? found] ?? found) : found,
  );
}

/** That the whole path matches the glob, for the index to tell. */
export function pathPartsMatch(glob: string): SQL {
  return sql`${pathParts} LIKE ${partsPattern(likeAscii(glob))}`;
}

/** What a glob has between its wildcards, as `pathParts` has it. */
export function runsOf(glob: string): string[] {
  return asciiLower(glob)
    .split(/[*?]+/)
    .map((run) => run.replace(/[/._@-]/g, (separator) => capitals[separator] ?? separator));
}

/** Whether the index narrows the search: three characters in a row that it knows. */
export function hasPathTrigrams(glob: string): boolean {
  return hasTrigrams(glob) || runsOf(glob).some((run) => /[a-zA-Z0-9]{3}/.test(run));
}

/** Whether trigrams tell a glob from all others: each of its runs is made of what they know, and is no shorter than they are. */
export function isTold(glob: string): boolean {
  const runs = runsOf(glob);
  // The beginning and the end of a path are told as well.
  return runs.every((run, index) => {
    if (run === '') return true;
    const least = index === 0 ? 1 : index === runs.length - 1 ? 2 : 3;
    return run.length >= least && /^[a-zA-Z0-9]+$/.test(run);
  });
}
