import { query } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';

const statement = {
  name: 'remember-blob',
  text: 'UPDATE blobs SET touched = now() WHERE sha256 = $1 RETURNING sha256',
};

/**
 * Marks a blob as used. Call it in the transaction that writes a row which references the blob. It
 * takes the same row lock as garbage collection, which keeps the blob until that transaction ends.
 * Throws `HttpError` 409 if the blob does not exist (any more). The referencing row must have a
 * foreign key to `blobs`, which garbage collection checks.
 */
export async function rememberBlob({ sha256 }: { sha256: string }): Promise<void> {
  const [found] = await query(statement, [sha256]);
  if (!found) throw new HttpError(409, 'BLOB_GONE', `No blob with SHA-256 ${sha256}. Upload it.`);
}
