import { sql } from 'drizzle-orm';
import type { Db } from '../database/connection.ts';
import { send } from '../database/db.ts';
import { blobsTable } from '../database/tables.ts';
import type { BlobInfo } from './BlobStore.ts';

/**
 * Writes the row of stored content immediately, outside of any transaction, so that garbage
 * collection keeps it.
 */
export async function registerBlob(db: Db, { sha256, sha1, md5, sha512, size }: BlobInfo): Promise<void> {
  await db
    .insert(blobsTable)
    .values({ sha256, sha1, md5, sha512: sha512 ?? null, size })
    .onConflictDoUpdate({
      target: blobsTable.sha256,
      // Written without a table name, because drizzle omits it in an update of one table.
      set: {
        touched: sql`now()`,
        sha1: sql`coalesce(nullif(blobs.sha1, ''), excluded.sha1)`,
        md5: sql`coalesce(nullif(blobs.md5, ''), excluded.md5)`,
        sha512: sql`coalesce(excluded.sha512, blobs.sha512)`,
      },
    });
}

const statement = {
  name: 'register-blob',
  text: `
    INSERT INTO blobs AS b (sha256, sha1, md5, sha512, size) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (sha256) DO UPDATE SET touched = now(), sha1 = coalesce(nullif(b.sha1, ''), excluded.sha1),
      md5 = coalesce(nullif(b.md5, ''), excluded.md5), sha512 = coalesce(excluded.sha512, b.sha512)`,
};

/** Writes the row in the current transaction, together with the row that references it. */
export function registerTogether({ sha256, sha1, md5, sha512, size }: BlobInfo): void {
  send(statement, [sha256, sha1, md5, sha512 ?? null, size]);
}
