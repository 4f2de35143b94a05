import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { KitError } from '../KitError.ts';

/** Next to package.json, in version control: `lading-kit update` needs it. */
export const RECORD = '.lading-scaffold.json';

/** The files of a new plugin, to find out later which ones its author changed. */
export interface ScaffoldRecord {
  /** Version of the kit. */
  readonly version: string;
  /** Path with slashes → hash. */
  readonly files: Readonly<Record<string, string>>;
}

/** Files whose fields are updated one by one, because every author changes them. */
export const MERGED: readonly string[] = ['package.json', 'e2e/package.json'];

/** Reads the text files of a directory as created, by path with slashes. */
export async function scaffoldFiles(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    if (name !== RECORD) found.set(name, await readFile(path, 'utf8'));
  }
  return found;
}

/** Git can change line ends in a checkout, which is no change by the author. */
export function hashOf(text: string): string {
  const normalized = text.replaceAll('\r\n', '\n');
  return `sha256-${createHash('sha256').update(normalized).digest('base64')}`;
}

/**
 * Returns `undefined` for a plugin of a kit that did not write the record. Throws `KitError` for a
 * damaged one: without it, all files would seem to be changed by the author.
 */
export async function readRecord(folder: string): Promise<ScaffoldRecord | undefined> {
  const path = join(folder, RECORD);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const value = parsed(text);
  if (typeof value?.files !== 'object' || value.files === null)
    throw new KitError(
      `${path} is damaged. Restore it from version control, or delete it to compare all files`,
    );
  return { version: String(value.version), files: value.files };
}

function parsed(text: string): Partial<ScaffoldRecord> | undefined {
  try {
    return JSON.parse(text) as Partial<ScaffoldRecord>;
  } catch {
    return undefined;
  }
}

export async function writeRecord(
  folder: string,
  version: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const own = [...files].filter(([path]) => !MERGED.includes(path)).sort(([a], [b]) => (a < b ? -1 : 1));
  const hashes = Object.fromEntries(own.map(([path, text]) => [path, hashOf(text)]));
  await writeFile(join(folder, RECORD), `${JSON.stringify({ version, files: hashes }, null, 2)}\n`);
}
