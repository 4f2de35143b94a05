import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import type { BackupFiles } from './BackupFiles.ts';

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

/** A newer version wrote the backup, in a format that this version does not know. */
export class NewerBackup extends Error {
  override readonly name = 'NewerBackup';
}

export const manifestFile = 'manifest.json';
const checksumFile = 'manifest.sha256';

/** Writes the manifest after everything else, because its existence can complete a backup. */
export async function writeManifest(files: BackupFiles, manifest: Manifest): Promise<void> {
  const content = `${JSON.stringify(manifest, null, 1)}\n`;
  await files.write(checksumFile, bytesOf(`${hashOf(content)}\n`));
  await files.write(manifestFile, bytesOf(content));
}

/** Throws `DamagedBackup` or `NewerBackup`. */
export async function readManifest(files: BackupFiles): Promise<Manifest> {
  const path = files.pathOf(manifestFile);
  const [content, checksum] = await Promise.all([
    readText(files, manifestFile),
    readText(files, checksumFile),
  ]);
  if (content === undefined || checksum === undefined)
    throw new DamagedBackup(`${path} or ${checksumFile} next to it is missing`);
  if (hashOf(content) !== checksum.trim()) throw new DamagedBackup(`${path} is damaged`);
  const manifest = parsed(content);
  const { format } = Object(manifest) as { format?: unknown };
  if (typeof format === 'number' && format > 1)
    throw new NewerBackup(
      `${path} has format ${format}, which a newer version wrote. Use that version or a newer one`,
    );
  const { success, output } = v.safeParse(manifestSchema, manifest);
  if (!success) throw new DamagedBackup(`${path} is not the manifest of a backup`);
  return output;
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** Returns all parts of a backup except the blobs. */
export function partsOf({ tables, blobs, files }: Manifest): Part[] {
  return [...tables, blobs, ...files];
}

async function readText(files: BackupFiles, file: string): Promise<string | undefined> {
  const content = await files.open(file);
  return content && text(content);
}

async function* bytesOf(content: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content);
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
