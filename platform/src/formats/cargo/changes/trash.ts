import { sql } from 'drizzle-orm';
import { bytesOfBlob } from '../../../archives/ArchiveBytes.ts';
import { db, transaction } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { findFile } from '../../../files/files.ts';
import { restoreFacts } from '../../../files/restoreFacts.ts';
import type { TrashedFile, TrashSupport } from '../../../pipeline/Format.ts';
import { store } from '../../../pipeline/publish.ts';
import { keptBlob } from '../../../pipeline/receive.ts';
import { publicationOf } from '../indexCrate.ts';
import { cratePath } from '../names.ts';
import { readCrate } from '../publish/readCrate.ts';
import type { IndexEntry } from '../sparse/IndexEntry.ts';

interface TrashedCrate {
  entry: IndexEntry;
  published: string;
  publishedBy: string;
}

/** Crates are published again with their original index lines, also if they are yanked. */
export const cargoTrash: TrashSupport = {
  async describe(_repo, files) {
    const { rows } = await db().execute<TrashedCrate & { id: string } & Record<string, unknown>>(sql`
      SELECT file_id::text AS id, entry || jsonb_build_object('yanked', yanked) AS entry, published_by AS "publishedBy",
        to_char(published AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS published
      FROM cargo_versions WHERE file_id = ANY(${sql.param(files.map(({ id }) => id))}::bigint[])`);
    const known = new Map(rows.map(({ id, ...state }) => [id, state]));
    return new Map(
      files.map(({ id, path }) => {
        const state = known.get(id);
        return [path, state ? { state } : null];
      }),
    );
  },
  async restore({ key: repo }, files) {
    for (const file of files) if (file.state) await restoreCrate(repo, file);
  },
};

async function restoreCrate(repo: string, { path, blob, file, state }: TrashedFile): Promise<void> {
  if ((await findFile(repo, path))?.sha256 === blob.sha256) return;
  const { entry, published, publishedBy } = state as TrashedCrate;
  if (entry.cksum !== blob.sha256 || cratePath(entry.name, entry.vers) !== path)
    throw new HttpError(409, 'BAD_DESCRIPTION', `The description of ${repo}/${path} is of other content`);
  const contents = await readCrate(bytesOfBlob(blob), entry.name, entry.vers);
  await transaction(async () => {
    const row = await store(publicationOf(repo, { entry, contents }, publishedBy), keptBlob(blob));
    await db().execute(
      sql`UPDATE cargo_versions SET published = ${published}::timestamptz WHERE file_id = ${row.id}::bigint`,
    );
    if (file) await restoreFacts(row, file);
  });
}
