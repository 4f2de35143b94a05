import { sql } from 'drizzle-orm';
import { db, transaction } from '../database/db.ts';
import { perStorage } from '../database/perStorage.ts';
import type { Storage } from '../storage/storage.ts';
import { currentStorage } from '../storage/storage.ts';

interface Downloads {
  repo: string;
  path: string;
  count: number;
}

const waiting = new WeakMap<Storage, Map<string, Downloads>>();
const listeners = new WeakMap<Storage, () => void>();

const sinceStart = perStorage(() => ({ downloads: 0 }));

/** Downloads that this node counted since its start. */
export function downloadCount(): number {
  return sinceStart().downloads;
}

/** Calls back when there are downloads to store. */
export function onDownload(listener: () => void): void {
  listeners.set(currentStorage(), listener);
}

/** Counts a download of the file. It is written in batches, a second later at most: nobody waits for it. */
export function countDownload(repo: string, path: string): void {
  sinceStart().downloads += 1;
  addDownloads([{ repo, path, count: 1 }]);
  listeners.get(currentStorage())?.();
}

function addDownloads(downloads: readonly Downloads[]): void {
  const storage = currentStorage();
  const counts = waiting.get(storage) ?? new Map<string, Downloads>();
  waiting.set(storage, counts);
  for (const { repo, path, count } of downloads) {
    const known = counts.get(`${repo}/${path}`);
    if (known) known.count += count;
    else counts.set(`${repo}/${path}`, { repo, path, count });
  }
}

/** Files by their row, with what was counted. */
export type CountedFiles = { id: string; count: number }[];

/**
 * Writes what was counted since the last time, in one transaction. `attribute` passes it on to what the files belong to,
 * and gives those files that it could not: they, and files that somebody else holds, are counted next time.
 * So this never waits for a publisher, and never makes a dead lock with one. Returns whether some are still to be written.
 */
export async function flushDownloads(
  attribute: (files: CountedFiles) => Promise<string[]>,
): Promise<boolean> {
  const counts = waiting.get(currentStorage());
  if (!counts?.size) return false;
  const taken = [...counts.values()].slice(0, 2000);
  for (const { repo, path } of taken) counts.delete(`${repo}/${path}`);
  try {
    const postponed = await transaction(() => writeDownloads(taken, attribute));
    addDownloads(postponed);
    return counts.size > 0;
  } catch (error) {
    addDownloads(taken);
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
