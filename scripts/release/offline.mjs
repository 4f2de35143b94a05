// The offline archive: the server archive with its npm packages and Node, for one kind of machine.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { create, extract } from 'tar';
import { compressionLevel } from './compression.mjs';
import { installPackages } from './dependencies.mjs';

/** Fixed, so that the same commit gives the same bytes. */
const TIME = new Date('2000-01-01T00:00:00Z');

/** Whether this machine has the packages that the archive contains. */
export function canPackOffline() {
  return process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
}

/**
 * Writes `lading-VERSION-linux-ARCHITECTURE.tar.gz` into `target` and returns its path. `archive`
 * is the server archive, `root` the checkout, with a slash at its end.
 */
export async function packOffline(root, archive, target) {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const name = `lading-${version}`;
  const parent = mkdtempSync(join(tmpdir(), 'lading-offline-'));
  try {
    const program = join(parent, name);
    mkdirSync(program);
    await extract({ file: archive, cwd: program, strip: 1 });
    installPackages(root, program);
    const file = join(target, `${name}-linux-${process.arch}.tar.gz`);
    const gzip = { level: compressionLevel(6), portable: true };
    const options = { gzip, portable: true, mtime: TIME, cwd: parent, file };
    await create(options, entriesIn(program, parent));
    return file;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** The files and links, sorted. */
function entriesIn(program, parent) {
  return readdirSync(program, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => relative(parent, join(entry.parentPath, entry.name)))
    .sort();
}
