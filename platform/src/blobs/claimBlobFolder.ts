import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { journaledBlobs } from './journal/journaledBlobs.ts';
import { adoptWord, isStoreId, readStoreId, storeIdFile, writeStoreId } from './storeId.ts';

/** The blob directory is missing or belongs to another database, so the server must not start. */
class WrongBlobFolder extends Error {
  override readonly name = 'WrongBlobFolder';
}

export interface BlobPlaces {
  /** Blob directory, as an absolute path. */
  folder: string;
  /** Directory of the journal, which may contain small blobs without a file in `folder`. */
  journal?: string;
}

/** Number of rows to compare with the files of a directory without an ID. */
const sampleSize = 500;

/**
 * Returns the ID that the database shares with its blob directory. Creates one on the first start,
 * or on the first start after an upgrade. Throws `WrongBlobFolder` with a message for the operator.
 */
export async function claimBlobFolder(pool: Pool, places: BlobPlaces): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    // Other nodes wait until this one has written the file.
    await client.query('LOCK TABLE blob_folder IN EXCLUSIVE MODE');
    const { rows } = await client.query<{ id: string }>('SELECT id FROM blob_folder');
    const known = rows[0]?.id;
    const id = known === undefined ? await adopt(client, places) : recognize(known, places);
    await client.query('COMMIT');
    return id;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Checks the directory of a database with an ID. */
function recognize(id: string, { folder }: BlobPlaces): string {
  if (!existsSync(folder)) throw missing(folder);
  const found = readStoreId(folder);
  if (found === id) return id;
  if (found === adoptWord) {
    writeStoreId(folder, id);
    return id;
  }
  const problem = found === undefined ? 'has no identity file' : 'belongs to another database';
  throw wrong(folder, problem);
}

/** Adopts the directory of a database without an ID, which is new or from a version without IDs. */
async function adopt(client: PoolClient, places: BlobPlaces): Promise<string> {
  const { folder } = places;
  const { rows } = await client.query<Sampled>(
    'SELECT sha256, size::float8 AS size FROM blobs ORDER BY sha256 LIMIT $1',
    [sampleSize],
  );
  if (!existsSync(folder)) {
    if (rows.length > 0) throw missing(folder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  const found = readStoreId(folder);
  if (found !== adoptWord) {
    if (rows.length === 0 && hasBlobs(folder))
      throw wrong(folder, 'contains files that this database does not list');
    const matches = countMatches(rows, places);
    // A few corrupted files must not prevent an upgrade.
    if (matches * 2 < rows.length)
      throw wrong(folder, `contains only ${matches} of ${rows.length} checked files`);
  }
  // The directory has an ID if a start ended before the commit, or if the database was restored
  // from an earlier backup.
  const id = found !== undefined && isStoreId(found) ? found : randomUUID();
  if (id !== found) writeStoreId(folder, id);
  await client.query('INSERT INTO blob_folder (id) VALUES ($1)', [id]);
  return id;
}

interface Sampled {
  sha256: string;
  size: number;
}

function countMatches(sample: readonly Sampled[], { folder, journal }: BlobPlaces): number {
  const unfiled = new Set<string>();
  if (journal !== undefined && existsSync(journal))
    for (const { sha256 } of journaledBlobs(journal)) unfiled.add(sha256);
  return sample.filter(({ sha256, size }) => {
    const file = statSync(join(folder, sha256.slice(0, 2), sha256), { throwIfNoEntry: false });
    return file ? file.size === size : unfiled.has(sha256);
  }).length;
}

function hasBlobs(folder: string): boolean {
  return readdirSync(folder).some(
    (name) => /^[0-9a-f]{2}$/.test(name) && readdirSync(join(folder, name)).length > 0,
  );
}

function missing(folder: string): WrongBlobFolder {
  return new WrongBlobFolder(
    `The blob directory ${folder} does not exist, and the database lists files in it. ` +
      'Mount or restore it, or set LADING_BLOB_URL to the directory that has these files',
  );
}

function wrong(folder: string, problem: string): WrongBlobFolder {
  return new WrongBlobFolder(
    `The blob directory ${folder} ${problem}. Mount or restore the right one, or set LADING_BLOB_URL to it. ` +
      `If this is the right directory, write the word ${adoptWord} to ${join(folder, storeIdFile)} and start again`,
  );
}
