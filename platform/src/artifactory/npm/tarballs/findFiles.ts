import { sql } from 'drizzle-orm';
import { perStorage } from '../../../storage/perStorage.ts';
import { type FileRow, selectFiles } from '../../files/files.ts';
import { Batch } from '../packument/Batch.ts';

interface FileKey {
  repo: string;
  path: string;
}

const batch = perStorage(() => new Batch<FileKey, FileRow | undefined>(read));

/** The file as it is now, asked for together with those of other requests. */
export function findFileSoon(repo: string, path: string): Promise<FileRow | undefined> {
  return batch().ask({ repo, path });
}

async function read(keys: readonly FileKey[]): Promise<(FileRow | undefined)[]> {
  const repos = sql.param(keys.map(({ repo }) => repo));
  const paths = sql.param(keys.map(({ path }) => path));
  const rows = await selectFiles(
    sql`(f.repo, f.path) IN (SELECT * FROM unnest(${repos}::text[], ${paths}::text[]))`,
  );
  const found = new Map(rows.map((row) => [`${row.repo}/${row.path}`, row]));
  return keys.map(({ repo, path }) => found.get(`${repo}/${path}`));
}
