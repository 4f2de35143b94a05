import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PluginManifest } from '@lading/contract';
import { validateManifest } from '@lading/contract/validation';
import { list } from 'tar';
import { MANIFEST_FILE } from '../check/readBuilt.ts';
import { KitError } from '../KitError.ts';
import { measure, type PluginSizes } from './measure.ts';

const SIZES_FILE = 'lading-size.json';

/**
 * Reads the sizes of an earlier version: from a tarball, such as one of `npm pack NAME`, or from a
 * file that `--save` wrote. Without `from`, from the file of the plugin, if it has one. Throws
 * `KitError`.
 */
export async function earlierSizes(
  folder: string,
  from: string | undefined,
): Promise<(PluginSizes & { from: string }) | undefined> {
  if (from === undefined) {
    const own = join(folder, SIZES_FILE);
    return existsSync(own) ? { ...(await saved(own)), from: SIZES_FILE } : undefined;
  }
  if (!existsSync(from)) throw new KitError(`${from} does not exist.`);
  const sizes = from.endsWith('.json') ? await saved(from) : measure(await packed(from));
  return { ...sizes, from };
}

/** Writes `lading-size.json`, to commit. */
export async function saveSizes(folder: string, sizes: PluginSizes): Promise<string> {
  await writeFile(join(folder, SIZES_FILE), `${JSON.stringify(sizes, null, 2)}\n`);
  return SIZES_FILE;
}

async function saved(file: string): Promise<PluginSizes> {
  let found: unknown;
  try {
    found = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new KitError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (!isSizes(found)) throw new KitError(`${file} was not written by lading-kit size --save.`);
  return found;
}

function isSizes(value: unknown): value is PluginSizes {
  const { version, bytes, pages } = (value ?? {}) as Partial<PluginSizes>;
  if (typeof version !== 'string' || typeof bytes !== 'number') return false;
  if (typeof pages !== 'object' || pages === null) return false;
  return Object.values(pages).every((each) => typeof each === 'number');
}

async function packed(file: string): Promise<PluginManifest> {
  const parts: Buffer[] = [];
  try {
    await list({
      file,
      strict: true,
      onReadEntry: (entry) => {
        if (entry.path === `package/${MANIFEST_FILE}`) entry.on('data', (part) => parts.push(part));
      },
    });
    const manifest: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
    const validated = validateManifest(manifest);
    if (validated.valid) return validated.value;
    throw new Error(validated.cause);
  } catch (error) {
    throw new KitError(`${file} is not the tarball of a plugin: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
