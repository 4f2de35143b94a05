import { Batch } from '../../../database/Batch.ts';
import { currentPlatform, query } from '../../../database/db.ts';
import type { ServedFile } from '../../../files/files.ts';

interface FileKey {
  repo: string;
  path: string;
}

export const createFileQueries = () => new Batch<FileKey, ServedFile | undefined>(read);
const batch = () => currentPlatform().formats.npm.fileQueries;

/** The current file row, queried in a batch with those of other requests. */
export function findFileInBatch(repo: string, path: string): Promise<ServedFile | undefined> {
  return batch().ask({ repo, path });
}

interface Row extends Omit<ServedFile, 'modified'> {
  modified: number;
}

/** Written so that every query plan does one index lookup per key. */
const statement = {
  name: 'served-files',
  text: `
    SELECT f.repo, f.path, f.sha256, b.sha1, b.md5, b.size::float8 AS size, f.mime_type AS "mimeType",
      (extract(epoch FROM f.modified) * 1000)::float8 AS modified
    FROM unnest($1::text[], $2::text[]) AS k (repo, path)
    CROSS JOIN LATERAL (SELECT * FROM files WHERE files.repo = k.repo AND files.path = k.path LIMIT 1) f
    CROSS JOIN LATERAL (SELECT * FROM blobs WHERE blobs.sha256 = f.sha256 LIMIT 1) b`,
};

async function read(keys: readonly FileKey[]): Promise<(ServedFile | undefined)[]> {
  const distinct = [...new Map(keys.map((key) => [idOf(key), key])).values()];
  const rows = await query<Row>(statement, [
    distinct.map(({ repo }) => repo),
    distinct.map(({ path }) => path),
  ]);
  const found = new Map(
    rows.map(({ modified, ...file }) => [idOf(file), { ...file, modified: new Date(modified) }]),
  );
  return keys.map((key) => found.get(idOf(key)));
}

const idOf = ({ repo, path }: FileKey) => `${repo}/${path}`;
