import { eq, sql } from 'drizzle-orm';
import { HttpError } from '../../http/errors.ts';
import { db } from '../db.ts';
import { blobsTable } from '../tables.ts';

/**
 * Call it in the transaction that writes a row which refers to the bytes. The row lock that it takes is the one that collection
 * takes: what is remembered is not collected before that transaction ends. Throws `HttpError` 409 when the bytes are not
 * there (any more). The row that refers to them has a foreign key to `blobs`, by which collection finds it.
 */
export async function rememberBlob({ sha256 }: { sha256: string }): Promise<void> {
  const found = await db()
    .update(blobsTable)
    .set({ touched: sql`now()` })
    .where(eq(blobsTable.sha256, sha256));
  if (!found.rowCount)
    throw new HttpError(409, 'BLOB_GONE', `There are no bytes with sha256 ${sha256}: upload them`);
}
