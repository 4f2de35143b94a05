import { query } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';

const statement = {
  name: 'remember-blob',
  text: 'UPDATE blobs SET touched = now() WHERE sha256 = $1 RETURNING sha256',
};

/**
 * Call it in the transaction that writes a row which refers to the bytes. The row lock that it takes is the one that collection
 * takes: what is remembered is not collected before that transaction ends. Throws `HttpError` 409 when the bytes are not
 * there (any more). The row that refers to them has a foreign key to `blobs`, by which collection finds it.
 */
export async function rememberBlob({ sha256 }: { sha256: string }): Promise<void> {
  const [found] = await query(statement, [sha256]);
  if (!found) throw new HttpError(409, 'BLOB_GONE', `No blob with SHA-256 ${sha256}. Upload it.`);
}
