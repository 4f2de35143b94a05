import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { create } from 'tar';
import type { BuiltPlugin } from './buildPlugin.ts';

/** Creates the npm tarball of a built plugin and returns its path. The output is reproducible. */
export async function packPlugin({ described, folder }: BuiltPlugin): Promise<string> {
  const name = described.packageName.replace('@', '').replace('/', '-');
  const file = join(folder, '..', `${name}-${described.version}.tgz`);
  const files = (await readdir(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  await create(
    { file, cwd: folder, gzip: true, portable: true, mtime: new Date(0), prefix: 'package' },
    files,
  );
  return file;
}
