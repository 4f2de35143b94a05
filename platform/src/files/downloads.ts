import { sql } from 'drizzle-orm';
import { currentPlatform, db, transaction } from '../database/db.ts';

interface Downloads {
  repo: string;
  path: string;
  count: number;
}

/** Counted downloads that are not stored yet. */
export class DownloadCounts {
  /** Downloads since startup. */
  total = 0;
  readonly waiting = new Map<string, Downloads>();
  /** Called when there are downloads to store. */
  listener: (() => void) | undefined;
}

/** Returns the number of downloads that this node counted since its start. */
export function downloadCount(): number {
  return currentPlatform().files.downloads.total;
}

/**
 * Counts a download of the file. Counts are stored in batches within a second, so that the download
 * does not wait.
 */
export function countDownload(repo: string, path: string): void {
  const { downloads } = currentPlatform().files;
  downloads.total += 1;
  addDownloads(downloads, [{ repo, path, count: 1 }]);
  downloads.listener?.();
}

function addDownloads({ waiting }: DownloadCounts, downloads: readonly Downloads[]): void {
  for (const { repo, path, count } of downloads) {
    const known = waiting.get(`${repo}/${path}`);
    if (known) known.count += count;
    else waiting.set(`${repo}/${path}`, { repo, path, count });
  }
}

/** Counted files, by the ID of their row. */
export type CountedFiles = { id: string; count: number }[];

/**
 * Stores pending counts in one transaction. `attribute` adds them to the files' versions, and
 * returns the files that it could not process. These and files locked by other transactions are
 * counted next time. So this never waits for a publish, and never deadlocks with one. Returns
 * whether some counts are still pending.
 */
export async function flushDownloads(
  attribute: (files: CountedFiles) => Promise<string[]>,
): Promise<boolean> {
  const { downloads } = currentPlatform().files;
  const { waiting } = downloads;
  if (waiting.size === 0) return false;
  const taken = [...waiting.values()].slice(0, 2000);
  for (const { repo, path } of taken) waiting.delete(`${repo}/${path}`);
  try {
    const postponed = await transaction(() => writeDownloads(taken, attribute));
    addDownloads(downloads, postponed);
    return waiting.size > 0;
  } catch (error) {
    addDownloads(downloads, taken);
    throw error;
  }
}

async function writeDownloads(
  downloads: readonly Downloads[],
  attribute: (files: CountedFiles) => Promise<string[]>,
): Promise<Downloads[]> {
  const counted = sql`unnest(${sql.param(downloads.map(({ repo }) => repo))}::text[],
    ${sql.param(downloads.map(({ path }) => path))}::text[]) WITH ORDINALITY AS d (repo, path, number)`;
  const existing = await db().execute<{ id: string; number: number }>(sql`
    SELECT f.id::text, d.number::integer FROM ${counted} JOIN files f ON f.repo = d.repo AND f.path = d.path`);
  const locked = await db().execute<{ id: string }>(sql`
    SELECT id::text FROM files WHERE id = ANY(${sql.param(existing.rows.map(({ id }) => id))}::bigint[])
    FOR NO KEY UPDATE SKIP LOCKED`);
  const ours = new Set(locked.rows.map(({ id }) => id));
  const countOf = (number: number) => downloads[number - 1]?.count ?? 0;
  const files = existing.rows
    .filter(({ id }) => ours.has(id))
    .map(({ id, number }) => ({ id, count: countOf(number) }));
  for (const id of await attribute(files)) ours.delete(id);

  const done = files.filter(({ id }) => ours.has(id));
  await db().execute(sql`
    UPDATE files SET downloads = downloads + d.count, last_downloaded = now()
    FROM unnest(${sql.param(done.map(({ id }) => id))}::bigint[], ${sql.param(done.map(({ count }) => count))}::bigint[])
      AS d (id, count) WHERE files.id = d.id`);
  return existing.rows.filter(({ id }) => !ours.has(id)).flatMap(({ number }) => downloads[number - 1] ?? []);
}
