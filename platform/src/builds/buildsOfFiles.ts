import type { FileBuild } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { allowsBuild } from '../access/builds.ts';
import type { Caller } from '../access/Caller.ts';
import { db } from '../database/db.ts';
import type { FileRow } from '../files/files.ts';

/** Maximum builds of a file. */
const most = 1000;

interface Found extends Record<string, unknown>, FileBuild {
  made: boolean;
}

/**
 * Returns the readable builds that produced or used one of the files, by checksum, last started
 * first.
 */
export async function buildsOfFiles(
  caller: Caller,
  files: readonly Pick<FileRow, 'sha1' | 'sha256'>[],
): Promise<{ made: FileBuild[]; used: FileBuild[] }> {
  const { rows } = await db().execute<Found>(sql`
    SELECT DISTINCT b.name, b.number, to_char(b.started AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS started, f.made
    FROM build_files f JOIN builds b ON b.id = f.build_id
    WHERE f.sha256 = ANY(${sql.param(files.map(({ sha256 }) => sha256))}::text[])
      OR f.sha256 IS NULL AND f.sha1 = ANY(${sql.param(files.map(({ sha1 }) => sha1))}::text[])
    ORDER BY started DESC, b.name, b.number LIMIT ${most}`);
  const readable = new Map<string, boolean>();
  for (const { name } of rows)
    if (!readable.has(name)) readable.set(name, await allowsBuild(caller, 'read', name));
  const shown = rows.filter(({ name }) => readable.get(name));
  const plain = ({ name, number, started }: Found): FileBuild => ({ name, number, started });
  return {
    made: shown.filter(({ made }) => made).map(plain),
    used: shown.filter(({ made }) => !made).map(plain),
  };
}
