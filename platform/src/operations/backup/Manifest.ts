import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { isMissing } from './isMissing.ts';
import { writeDurably } from './writeDurably.ts';

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A stored file of the backup. */
const part = { file: v.string(), size: count, sha256 };

const manifestSchema = v.object({
  format: v.literal(1),
  /** Product version. */
  version: v.string(),
  /** ID of the installation that was backed up. */
  instance: v.string(),
  /** ID that the database shares with its blob directory. */
  store: v.string(),
  /** Time of the snapshot, in ISO 8601. */
  created: v.string(),
  finished: v.string(),
  migrations: v.array(v.string()),
  tables: v.array(v.object({ name: v.string(), columns: v.array(v.string()), rows: count, ...part })),
  sequences: v.array(v.object({ name: v.string(), value: v.string(), called: v.boolean() })),
  /** `missing`: blobs that were already corrupted or missing in the data directory. */
  blobs: v.object({ count, bytes: count, missing: v.array(sha256), ...part }),
  /** Files of the data directory. */
  files: v.array(v.object({ name: v.string(), ...part })),
  /**
   * A text encrypted with the key of the secrets, which is not part of any backup. Null if there
   * are no secrets.
   */
  keyCheck: v.nullable(v.string()),
});

export type Manifest = v.InferOutput<typeof manifestSchema>;
export type Part = Pick<Manifest['blobs'], 'file' | 'size' | 'sha256'>;

/** A backup or a part of it differs from what was written. */
export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup';
}

export const manifestFile = 'manifest.json';
const checksumFile = 'manifest.sha256';

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`;
  await writeDurably(join(folder, manifestFile), text);
  await writeDurably(join(folder, checksumFile), `${hashOf(text)}\n`);
}

/** Throws `DamagedBackup`. */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string;
  let checksum: string;
  try {
    text = await readFile(join(folder, manifestFile), 'utf8');
    checksum = (await readFile(join(folder, checksumFile), 'utf8')).trim();
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new DamagedBackup(`${folder} has no ${manifestFile} or no ${checksumFile}`);
  }
  if (hashOf(text) !== checksum) throw new DamagedBackup(`${join(folder, manifestFile)} is damaged`);
  const { format } = JSON.parse(text) as { format?: unknown };
  if (format !== 1)
    throw new Error(
      `${folder} has format ${format}, which a newer version wrote. Use that version or a newer one`,
    );
  return v.parse(manifestSchema, JSON.parse(text));
}

/** Returns all parts of a backup except the blobs. */
export function partsOf({ tables, blobs, files }: Manifest): Part[] {
  return [...tables, blobs, ...files];
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
