import { send } from '../database/db.ts';

/**
 * How an archive is read. `layer`: a layer of an image, or its configuration, which has no entries.
 */
export type ArchiveKind = 'zip' | 'tar' | 'layer';

/** Undefined for files that are not archives. */
export function archiveKindOf(path: string): ArchiveKind | undefined {
  if (/\.(?:jar|war|ear|aar|zip|whl|egg|nupkg)$/i.test(path)) return 'zip';
  if (/\.(?:tgz|tar|tar\.gz|crate)$/i.test(path)) return 'tar';
  return /\/_layers\/sha(?:256|512)__[0-9a-f]+$/.test(path) ? 'layer' : undefined;
}

const statement = {
  name: 'queue-archives',
  text: `INSERT INTO archive_queue (sha256, kind) SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`,
};

/**
 * Queues those of the files that are archives, so that the search can find them by their entries.
 * Runs in the transaction that stores the files, so that no file is left out after a crash.
 * `search/archives` reads the queue.
 */
export function queueArchives(files: readonly { path: string; sha256: string }[]): void {
  const kinds = new Map<string, ArchiveKind>();
  for (const { path, sha256 } of files) {
    const kind = archiveKindOf(path);
    if (kind) kinds.set(sha256, kind);
  }
  if (kinds.size === 0) return;
  // All transactions insert in this order, which prevents deadlocks.
  const sums = [...kinds.keys()].sort();
  send(statement, [sums, sums.map((sha256) => kinds.get(sha256))]);
}

/**
 * The same as a part of a statement that stores files and commits by itself. `from`: a relation
 * with the column `sha256` of the stored files.
 */
export function queueStatement(kind: ArchiveKind, from: string): string {
  return `INSERT INTO archive_queue (sha256, kind)
    SELECT DISTINCT sha256, '${kind}' FROM ${from} ORDER BY sha256 ON CONFLICT DO NOTHING`;
}
