import { GitServerError } from '../GitServerError.ts';

/** Maximum entries of a repository that are looked at. */
export const maxEntries = 50_000;
/** Maximum pages that are read for one list. */
export const maxPages = 100;

/** Encodes each part of a path, and keeps its slashes. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Returns a commit ID of a response; throws `GitServerError` for anything else. */
export function commitOf(value: unknown, branch: string): string {
  const commit = typeof value === 'string' ? value : '';
  if (/^[0-9a-f]{40,64}$/i.test(commit)) return commit;
  throw new GitServerError(`Branch ${branch === '' ? '(default)' : branch} has no commit`);
}

/** Returns the texts of a field of entries. */
export function pathsOf(entries: unknown, pick: (entry: Record<string, unknown>) => unknown): string[] {
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry) => {
    const path = typeof entry === 'object' && entry !== null ? pick(entry as Record<string, unknown>) : entry;
    return typeof path === 'string' && path.length <= 1000 ? [path] : [];
  });
}
