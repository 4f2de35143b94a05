import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { isInstalled } = (await import(
  fileURLToPath(new URL('../../../scripts/install.mjs', import.meta.url))
)) as { isInstalled(root: string): boolean };

let root: string;
beforeAll(() => {
  root = `${mkdtempSync(join(tmpdir(), 'lading-install-'))}/`;
  mkdirSync(join(root, 'node_modules'));
  write('package-lock.json', {
    '': { name: 'checkout' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/b': { resolved: 'b', link: true },
    'node_modules/other-platform': { version: '1.0.0', integrity: 'sha512-o', optional: true },
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, packages: object): void {
  writeFileSync(join(root, path), JSON.stringify({ lockfileVersion: 3, packages }));
}

const a = { version: '1.0.0', integrity: 'sha512-a' };
const b = { resolved: 'b', link: true };

it.each([
  [true, 'the same packages', { 'node_modules/a': a, 'node_modules/b': b }],
  [true, 'one more', { 'node_modules/a': a, 'node_modules/b': b, 'node_modules/c': a }],
  [false, 'another version', { 'node_modules/a': { ...a, version: '1.0.1' }, 'node_modules/b': b }],
  [false, 'other content', { 'node_modules/a': { ...a, integrity: 'sha512-x' }, 'node_modules/b': b }],
  [false, 'one less', { 'node_modules/a': a }],
])('is %s with %s', (isTrue, _, installed) => {
  write('node_modules/.package-lock.json', installed);
  expect(isInstalled(root)).toBe(isTrue);
});

it('is false without packages, or after an interrupted installation', () => {
  rmSync(join(root, 'node_modules/.package-lock.json'), { force: true });
  expect(isInstalled(root)).toBe(false);
});

it('fails without a lock file', () => {
  expect(() => isInstalled(join(root, 'none/'))).toThrow('package-lock.json');
});
