import type { FileBuild, FileBuilds } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { allowsBuild } from '../access/builds.ts';
import type { Caller } from '../access/Caller.ts';
import { db } from '../database/db.ts';
import type { FileRow } from '../files/files.ts';

/** Maximum builds of a file, and names of builds whose permission is checked. */
const most = 1000;
const mostNames = 5000;

interface Found extends Record<string, unknown>, FileBuild {
  made: boolean;
}

type Checksums = Pick<FileRow, 'sha1' | 'sha256'>;

/**
 * Returns the readable builds that produced or used one of the files, by checksum, last started
 * first.
 */
export async function buildsOfFiles(caller: Caller, files: readonly Checksums[]): Promise<FileBuilds> {
  const of = haveOneOf(files);
  const { names, more } = await readableNames(caller, of);
  if (names.length === 0) return { made: [], used: [], truncated: more };
  const { rows } = await db().execute<Found>(sql`
    SELECT DISTINCT b.name, b.number, to_char(b.started AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS started, f.made
    FROM build_files f JOIN builds b ON b.id = f.build_id
    WHERE ${of} AND b.name = ANY(${sql.param(names)}::text[])
    ORDER BY started DESC, b.name, b.number LIMIT ${most + 1}`);
  const shown = rows.slice(0, most);
  const plain = ({ name, number, started }: Found): FileBuild => ({ name, number, started });
  return {
    made: shown.filter(({ made }) => made).map(plain),
    used: shown.filter(({ made }) => !made).map(plain),
    truncated: more || rows.length > most,
  };
}

/** Permissions are by name: runs of other builds must not use up the limit. */
async function readableNames(caller: Caller, of: SQL): Promise<{ names: string[]; more: boolean }> {
  const { rows } = await db().execute<{ name: string }>(sql`
    SELECT DISTINCT b.name FROM build_files f JOIN builds b ON b.id = f.build_id WHERE ${of}
    ORDER BY b.name LIMIT ${mostNames + 1}`);
  const names: string[] = [];
  for (const { name } of rows.slice(0, mostNames))
    if (await allowsBuild(caller, 'read', name)) names.push(name);
  return { names, more: rows.length > mostNames };
}

function haveOneOf(files: readonly Checksums[]): SQL {
  return sql`(f.sha256 = ANY(${sql.param(files.map(({ sha256 }) => sha256))}::text[])
    OR f.sha256 IS NULL AND f.sha1 = ANY(${sql.param(files.map(({ sha1 }) => sha1))}::text[]))`;
}
