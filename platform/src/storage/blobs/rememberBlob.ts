import { sql } from 'drizzle-orm';
import { db } from '../db.ts';
import { blobsTable } from '../tables.ts';
import type { BlobInfo } from './BlobStore.ts';

/**
 * Call it in the transaction that writes the row which refers to the bytes. The row lock that it takes is the one that
 * collection takes: what is remembered is not collected before that transaction ends.
 */
export async function rememberBlob(blob: BlobInfo): Promise<void> {
  const { sha256, sha1, md5, sha512, size } = blob;
  await db()
    .insert(blobsTable)
    .values({ sha256, sha1, md5, sha512: sha512 ?? null, size })
    .onConflictDoUpdate({
      target: blobsTable.sha256,
      set: { sha512: sql`coalesce(${blobsTable.sha512}, excluded.sha512)` },
    });
}
