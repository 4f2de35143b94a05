import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { KitError } from '../KitError.ts';

export const MANIFEST_FILE = 'lading-plugin.json';

/** A built package as it is published. */
export interface BuiltPackage {
  /** Directory of the plugin, whose installed packages its code was built with. */
  readonly root: string;
  /** By path in the package. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Content of `lading-plugin.json`, not validated. */
  readonly manifest: unknown;
}

/** Reads `build/package` of the plugin in `folder`. Throws `KitError`. */
export async function readBuilt(folder: string): Promise<BuiltPackage> {
  const root = resolve(folder);
  const target = join(root, 'build/package');
  if (!existsSync(join(target, MANIFEST_FILE)))
    throw new KitError(`${target} has no ${MANIFEST_FILE}. Run lading-kit build first.`);
  const entries = await readdir(target, { withFileTypes: true, recursive: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(target.length + 1));
  const contents = await Promise.all(
    paths.map(async (path) => [path, await readFile(join(target, path))] as const),
  );
  const files = new Map(contents);
  try {
    return { root, files, manifest: JSON.parse(String(files.get(MANIFEST_FILE))) };
  } catch (error) {
    throw new KitError(`${MANIFEST_FILE} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}
