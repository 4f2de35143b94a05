import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

interface Lock {
  packages: Record<string, { version?: string; resolved?: string; link?: boolean }>;
}

let folder: string;
let lock: Lock;

/** Copies the files that `npm ci` reads: the lock file and each workspace's `package.json`. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-lock-'));
  lock = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8'));
  const workspaces = Object.keys(lock.packages).filter((path) => !path.includes('node_modules/'));
  for (const file of ['.npmrc', ...workspaces.map((path) => join(path, 'package.json'))]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `npm ci` without registry and installation. Throws if it rejects the lock file. */
function npmCi(): string {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  return execFileSync('npm', ['ci', '--dry-run', '--offline'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

// If this fails after a change of dependencies, `node scripts/lock.mjs` adds the entries that npm
// left out.
describe('The lock file', () => {
  it('is accepted by npm ci', () => {
    expect(npmCi()).toContain('added');
  });

  it('contains the packages of other platforms, which npm ci requires', () => {
    const other = Object.keys(lock.packages).filter((path) => path.includes('-darwin-arm64'));
    expect(other).not.toEqual([]);
    for (const path of other) delete lock.packages[path];
    expect(npmCi).toThrow(/Missing: .*darwin-arm64/);
  });

  it('contains no registry URL', () => {
    const resolved = Object.values(lock.packages).filter((entry) => entry.resolved && !entry.link);
    expect(resolved).toEqual([]);
  });
});
