// Installs the packages of the lock file, once: node_modules remembers which lock file it was made
// from.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const STAMP = 'node_modules/.lading-lock';

/** Makes `node_modules` match the lock file. `root` is the checkout, with a slash at its end. */
export async function ensureInstalled(root) {
  const wanted = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex');
  if (wanted === read(`${root}${STAMP}`)) return;
  console.log('Installing packages …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) {
    console.error(
      'Failed to install the npm packages: see the lines above. Check that the npm registry is reachable.',
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
