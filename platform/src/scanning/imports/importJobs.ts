import { rm } from 'node:fs/promises';
import type { AdvisoryImportState } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { clean } from '../../advisories/clean.ts';
import { db } from '../../database/db.ts';
import { wakeScanner } from '../matching/wakeScanner.ts';
import { BadFile } from './Document.ts';
import { nothingYet, type Progress } from './progress.ts';
import { reasonOf } from './retry.ts';

/** Number of stored manual imports. */
const kept = 50;
/** Number of listed imports: manual ones, and files of the directory. */
const listed = { byHand: 20, ofFolder: 100 };
const ofFolder = sql`starts_with(source, 'folder:')`;
/**
 * Seconds without progress after which a running import counts as aborted: its node was stopped.
 */
const silence = 120;

const columns = sql`id, file, source, started_by AS "startedBy", documents, imported, unchanged, removed, skipped, reasons,
  to_char(started AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS started,
  to_char(ended AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ended,
  CASE WHEN state = 'running' AND ended < now() - ${silence} * interval '1 second' THEN 'failed' ELSE state END AS state,
  CASE WHEN state = 'running' AND ended < now() - ${silence} * interval '1 second'
    THEN 'The server was stopped during the import. Import the file again: existing advisories are skipped.' ELSE error END AS error`;

/** Whether an import is running. Full scans wait for its end. */
export const importing = sql`EXISTS (SELECT FROM advisory_imports
  WHERE state = 'running' AND ended > now() - ${sql.raw(`${silence}`)} * interval '1 second')`;

/**
 * Lists the last manual imports, newest first, and then files of the server's directory that are
 * invalid. `others`: the number of further invalid files.
 */
export async function listImports(): Promise<{ imports: AdvisoryImportState[]; others: number }> {
  const [byHand, files, all] = await Promise.all([
    select(sql`NOT ${ofFolder}`, listed.byHand),
    select(ofFolder, listed.ofFolder),
    db().execute<{ files: number }>(
      sql`SELECT count(*)::integer AS files FROM advisory_imports WHERE ${ofFolder}`,
    ),
  ]);
  return {
    imports: [...byHand, ...files],
    others: Math.max(0, (all.rows[0]?.files ?? 0) - listed.ofFolder),
  };
}

export async function findImport(id: string): Promise<AdvisoryImportState | undefined> {
  const [found] = await select(sql`id::text = ${id}`, 1);
  return found;
}

async function select(where: SQL, most: number): Promise<AdvisoryImportState[]> {
  const { rows } = await db().execute<AdvisoryImportState & Record<string, unknown>>(sql`
    SELECT ${columns} FROM advisory_imports WHERE ${where} ORDER BY advisory_imports.started DESC LIMIT ${most}`);
  return rows;
}

/**
 * Records the start of an import and runs it. The promise resolves at its end and never rejects.
 */
export async function beginImport(
  path: string,
  file: string,
  by: string,
): Promise<{ id: string; done: Promise<void> }> {
  const { rows } = await db().execute<{ id: string }>(sql`
    INSERT INTO advisory_imports (file, source, state, started_by) VALUES (${file}, 'import', 'running', ${by})
    RETURNING id`);
  const id = rows[0]?.id ?? '';
  await db().execute(sql`
    DELETE FROM advisory_imports WHERE NOT ${ofFolder} AND started < (
      SELECT started FROM advisory_imports WHERE NOT ${ofFolder} ORDER BY started DESC OFFSET ${kept} LIMIT 1)`);
  return { id, done: run(id, path, file) };
}

/** Lists a file of the server's directory among the imports while it is invalid. */
export async function noteFolderFile(
  { source, file }: { source: string; file: string },
  { documents, imported, unchanged, removed, skipped, reasons }: Progress,
  fault: string | null,
): Promise<void> {
  await forgetFolderFile(source);
  if (skipped === 0 && fault === null) return;
  await db().execute(sql`
    INSERT INTO advisory_imports (file, source, state, started_by, documents, imported, unchanged, removed, skipped, reasons, error)
    VALUES (${file}, ${source}, ${fault === null ? 'done' : 'failed'}, 'system', ${documents}, ${imported}, ${unchanged},
      ${removed}, ${skipped}, ${JSON.stringify(reasons)}::jsonb, ${fault})`);
}

export async function forgetFolderFile(source: string): Promise<void> {
  await db().execute(sql`DELETE FROM advisory_imports WHERE source = ${source}`);
}

async function run(id: string, path: string, file: string): Promise<void> {
  let last = nothingYet();
  const report = (progress: Progress) => {
    last = progress;
    return write(id, progress, 'running');
  };
  try {
    // Loaded on the first import to keep the start fast.
    const { importFile } = await import('./importFile.ts');
    last = await importFile(path, file, { source: 'import', report });
    await write(id, last, 'done');
  } catch (error) {
    const why = error instanceof BadFile ? error.message : `The import failed: ${reasonOf(error)}`;
    await write(id, last, 'failed', clean(why.slice(0, 1000))).catch(() => {
      // Without further progress, the import will be listed as aborted.
    });
  } finally {
    // Continue full scans that waited for the end.
    wakeScanner();
    await rm(path, { force: true });
  }
}

async function write(id: string, progress: Progress, state: string, error?: string): Promise<void> {
  const { documents, imported, unchanged, removed, skipped, reasons } = progress;
  await db().execute(sql`
    UPDATE advisory_imports SET documents = ${documents}, imported = ${imported}, unchanged = ${unchanged},
      removed = ${removed}, skipped = ${skipped}, reasons = ${JSON.stringify(reasons)}::jsonb, state = ${state},
      error = ${error ?? null}, ended = now() WHERE id = ${id}::uuid`);
}
