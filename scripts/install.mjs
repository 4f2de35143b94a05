// Installs the packages of the lock file, unless they are installed.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Makes `node_modules` match the lock file. `root` is the checkout, with a slash at its end. */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return;
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
}

/**
 * Returns whether the packages of the lock file are installed, by the list that npm writes at the
 * end of an installation.
 */
export function isInstalled(root) {
  const { packages } = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8'));
  const installed = installedPackages(root);
  return Object.entries(packages).every(([name, wanted]) => {
    const found = installed[name];
    // Optional packages can be for other platforms. The first entry is the checkout itself.
    if (found === undefined) return wanted.optional || name === '';
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

function installedPackages(root) {
  try {
    return JSON.parse(readFileSync(`${root}node_modules/.package-lock.json`, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}
