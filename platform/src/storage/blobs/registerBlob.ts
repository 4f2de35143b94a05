import { sql } from 'drizzle-orm';
import type { Db } from '../connection.ts';
import { blobsTable } from '../tables.ts';
import type { BlobInfo } from './BlobStore.ts';

/** Writes the row of bytes that are stored: at once, whatever transaction there is, so that collection spares them. */
export async function registerBlob(db: Db, { sha256, sha1, md5, sha512, size }: BlobInfo): Promise<void> {
  await db
    .insert(blobsTable)
    .values({ sha256, sha1, md5, sha512: sha512 ?? null, size })
    .onConflictDoUpdate({
      target: blobsTable.sha256,
      // Named plainly: in an update of one table drizzle leaves its name out.
      set: { touched: sql`now()`, sha512: sql`coalesce(excluded.sha512, blobs.sha512)` },
    });
}
