import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { clean } from '../../advisories/clean.ts';
import { readerRevision } from '../../advisories/readerRevision.ts';
import { db, transaction } from '../../database/db.ts';
import type { Platform } from '../../platform/Platform.ts';
import { removeAdvisories } from '../advisories/saveAdvisories.ts';
import { lockScanning } from '../matching/lock.ts';
import { forgetFolderFile, noteFolderFile } from './importJobs.ts';
import { nothingYet, type Progress } from './progress.ts';
import { reasonOf } from './retry.ts';
import { isTemporary, pauseAfter } from './temporaryErrors.ts';

/** Defines the job that imports changed files of a directory on this server. */
export function defineFolderJob(platform: Platform, folder: string): void {
  platform.jobs.define({
    name: 'import-advisory-files',
    description: 'Imports advisories from new and changed files in LADING_ADVISORIES',
    // The nodes share the table of files that have been read: two nodes would import each file
    // twice.
    cluster: 'one',
    every: 60,
    first: 0,
    run: (signal) => readFolder(folder, platform.log, signal),
  });
}

interface Found {
  path: string;
  size: number;
  modified: number;
}

/** A file at the time of its last import. */
interface Known {
  /** Size, modification date, and revision of the reader. */
  state: string;
  /** Whether a failed import is due for a retry. */
  due: boolean;
  /** Number of consecutive failures. */
  failures: number;
}
const neverFailed: Known = { state: '', due: false, failures: 0 };

/**
 * Imports new and changed files, also after changes of the reader, and deletes advisories of
 * deleted files.
 */
export async function readFolder(
  folder: string,
  log: FastifyInstance['log'],
  signal?: AbortSignal,
): Promise<void> {
  const found = await filesOf(folder);
  const known = await db().execute<Known & Record<string, unknown> & { path: string }>(sql`
    SELECT path, concat_ws(' ', size, modified, reading) AS state, coalesce(again <= now(), false) AS due, failures
    FROM advisory_files`);
  const before = new Map<string, Known>(known.rows.map(({ path, ...file }) => [path, file]));
  // First, so that advisories moved to another file are imported from there.
  const there = new Set(found.map(({ path }) => path));
  let removed = 0;
  for (const path of before.keys()) if (!there.has(path)) removed += await forget(path, log);
  const read = new Set<Found>();
  for (const file of found) {
    if (signal?.aborted) return;
    const as = before.get(file.path);
    if (as && !as.due && as.state === `${file.size} ${file.modified} ${readerRevision}`) continue;
    const gone = await readFile(folder, file, log, as);
    removed += gone;
    // Files read before may contain the deleted advisories as well.
    if (gone > 0) read.clear();
    read.add(file);
  }
  if (removed === 0) return;
  // An advisory in several files is stored for one of them. If that file dropped it, import the
  // others again.
  for (const file of found) {
    if (signal?.aborted) return;
    if (!read.has(file)) await readFile(folder, file, log, before.get(file.path) ?? neverFailed);
  }
}

async function filesOf(folder: string): Promise<Found[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Found[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || !/\.(json|jsonl|ndjson|zip)$/i.test(entry.name)) continue;
    const full = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = await stat(full);
    files.push({ path: relative(folder, full), size, modified: Math.floor(mtimeMs) });
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Imports a file and returns the number of its deleted advisories. `before`: its last import;
 * undefined for new files, which have no advisories yet.
 */
async function readFile(
  folder: string,
  file: Found,
  log: FastifyInstance['log'],
  before: Known | undefined,
): Promise<number> {
  const { path } = file;
  const source = `folder:${path}`;
  const seen = new Set<string>();
  let [progress, removed, fault]: [Progress, number, string | null] = [nothingYet(), 0, null];
  let failures = 0;
  try {
    const { importFile } = await import('./importFile.ts');
    progress = await importFile(join(folder, path), path, { source, seen: (id) => seen.add(id) });
    log.info(
      { file: path, ...progress, reasons: progress.reasons.slice(0, 5) },
      'imported advisories from the directory',
    );
    if (before) removed = await removeAllBut(source, seen);
  } catch (error) {
    fault = clean(reasonOf(error).slice(0, 1000));
    if (isTemporary(error)) failures = (before?.failures ?? 0) + 1;
    log.warn({ file: path, fault, failures }, 'failed to import advisories from the directory');
  }
  const pause = failures > 0 ? pauseAfter(failures) : null;
  await db().execute(sql`
    INSERT INTO advisory_files (path, size, modified, reading, skipped, error, failures, again)
    VALUES (${path}, ${file.size}, ${file.modified}, ${readerRevision}, ${progress.skipped}, ${fault}, ${failures},
      now() + ${pause}::integer * interval '1 minute')
    ON CONFLICT (path) DO UPDATE SET size = excluded.size, modified = excluded.modified, reading = excluded.reading,
      skipped = excluded.skipped, error = excluded.error, failures = excluded.failures, again = excluded.again, read = now()`);
  if (before || fault !== null || progress.skipped > 0)
    await noteFolderFile({ source, file: path }, progress, fault);
  return removed;
}

/** Deletes the advisories that the file no longer contains and returns their number. */
function removeAllBut(source: string, kept: ReadonlySet<string>): Promise<number> {
  return transaction(async () => {
    await lockScanning();
    return removeAdvisories(sql`source = ${source} AND id <> ALL(${sql.param([...kept])}::text[])`);
  });
}

async function forget(path: string, log: FastifyInstance['log']): Promise<number> {
  const removed = await removeAllBut(`folder:${path}`, new Set());
  await forgetFolderFile(`folder:${path}`);
  await db().execute(sql`DELETE FROM advisory_files WHERE path = ${path}`);
  log.info({ file: path }, 'an advisory file was deleted, and its advisories too');
  return removed;
}
