import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { BlobLocation, SampledBlob } from './BlobLocation.ts';
import { adoptWord, isStoreId } from './storeId.ts';

/** The blob location is missing or belongs to another database, so the server must not start. */
class WrongBlobLocation extends Error {
  override readonly name = 'WrongBlobLocation';
}

/** Number of rows to compare with the content of a location without an ID. */
const sampleSize = 500;

/**
 * Returns the ID that the database shares with its blob location. Creates one on the first start,
 * or on the first start after an upgrade. With a former location, that one is checked instead, and
 * an empty new location gets its ID. Throws `WrongBlobLocation` with a message for the operator.
 */
export async function claimBlobLocation(
  pool: Pool,
  location: BlobLocation,
  former?: BlobLocation,
): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // Other nodes wait until this one has written the file.
    await client.query('LOCK TABLE blob_folder IN EXCLUSIVE MODE');
    const { rows } = await client.query<{ id: string }>('SELECT id FROM blob_folder');
    const known = rows[0]?.id;
    const first = former ?? location;
    const id = known === undefined ? await adopt(client, first) : await recognize(known, first);
    if (former) await begin(id, location);
    await client.query('COMMIT');
    return id;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Checks the location of a database with an ID. */
async function recognize(id: string, location: BlobLocation): Promise<string> {
  if (!(await location.exists())) throw missing(location);
  const found = await location.readId();
  if (found === id) return id;
  if (found === adoptWord) {
    await location.writeId(id);
    return id;
  }
  const problem = found === undefined ? 'has no identity file' : 'belongs to another database';
  throw wrong(location, problem);
}

/** Begins to use a new location, to which the content of another one will be moved. */
async function begin(id: string, location: BlobLocation): Promise<void> {
  if (!(await location.exists())) await location.create();
  const isNew = (await location.readId()) === undefined && !(await location.hasBlobs());
  if (isNew) await location.writeId(id);
  else await recognize(id, location);
}

/** Adopts the location of a database without an ID, which is new or from a version without IDs. */
async function adopt(client: PoolClient, location: BlobLocation): Promise<string> {
  const { rows } = await client.query<SampledBlob>(
    'SELECT sha256, size::float8 AS size FROM blobs ORDER BY sha256 LIMIT $1',
    [sampleSize],
  );
  if (!(await location.exists())) {
    if (rows.length > 0) throw missing(location);
    await location.create();
  }
  const found = await location.readId();
  if (found !== adoptWord) {
    if (rows.length === 0 && (await location.hasBlobs()))
      throw wrong(location, 'contains files that this database does not list');
    const matches = await location.countMatches(rows);
    // A few corrupted files must not prevent an upgrade.
    if (matches * 2 < rows.length)
      throw wrong(location, `contains only ${matches} of ${rows.length} checked files`);
  }
  // The location has an ID if a start ended before the commit, or if the database was restored
  // from an earlier backup.
  const id = found !== undefined && isStoreId(found) ? found : randomUUID();
  if (id !== found) await location.writeId(id);
  await client.query('INSERT INTO blob_folder (id) VALUES ($1)', [id]);
  return id;
}

function missing({ name }: BlobLocation): WrongBlobLocation {
  return new WrongBlobLocation(
    `The ${name} does not exist, and the database lists files in it. ` +
      'Mount or restore it, or set LADING_BLOB_URL to the location that has these files',
  );
}

function wrong({ name, idName }: BlobLocation, problem: string): WrongBlobLocation {
  return new WrongBlobLocation(
    `The ${name} ${problem}. Mount or restore the right one, or set LADING_BLOB_URL to it. ` +
      `If this is the right one, write the word ${adoptWord} to ${idName} and start again`,
  );
}
