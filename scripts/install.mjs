// Installs the packages of the lock file, once: node_modules remembers which lock file it was made from.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const STAMP = 'node_modules/.lading-lock';

/** Makes `node_modules` be what the lock file says. `root` is the checkout, with a slash at its end. */
export async function ensureInstalled(root) {
  const wanted = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex');
  if (wanted === read(`${root}${STAMP}`)) return;
  console.log('Installing packages …');
  // Not `npm ci`: it refuses a lock file in which an optional package for another kind of machine is missing.
  // This takes the lock file's versions all the same, and does not write to it.
  const { status } = spawnSync(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  if (status !== 0) {
    console.error(
      'The packages could not be installed: see the lines above. Is the npm registry within reach?',
    );
    process.exit(1);
  }
  writeFileSync(`${root}${STAMP}`, wanted);
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
