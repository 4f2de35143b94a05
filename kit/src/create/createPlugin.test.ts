import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlugin } from './createPlugin.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'lading-create-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const at = (name: string) => join(parent, name);
const read = (...path: string[]) => readFileSync(join(parent, ...path), 'utf8');

describe('a new plug-in', () => {
  it('has its name wherever it is said, and nothing left to fill in', async () => {
    const created = await createPlugin({ name: 'high-tide', folder: at('a') });
    expect(created).toMatchObject({ name: 'high-tide', packageName: 'lading-plugin-high-tide' });
    expect(JSON.parse(read('a', 'package.json')).name).toBe('lading-plugin-high-tide');
    expect(read('a', 'src/plugin.ts')).toContain("path: '/high-tide'");
    expect(read('a', 'src/plugin.ts')).toContain("'High tide'");
    expect(readdirSync(at('a'))).toContain('.gitignore');
    expect(read('a', 'README.md')).toMatch(/^# High tide\n/);
    for (const path of readdirSync(at('a'), { recursive: true, encoding: 'utf8' })) {
      if (/\.\w+$/.test(path)) expect(read('a', path)).not.toMatch(/__[A-Z_]+__/);
    }
  });

  it('may be named by its package', async () => {
    const created = await createPlugin({ name: '@port/lading-plugin-tide', folder: at('a') });
    expect(created).toMatchObject({ name: 'tide', packageName: '@port/lading-plugin-tide' });
  });

  it('takes contract, kit and ui from a folder of tarballs', async () => {
    for (const room of ['contract', 'kit', 'ui']) writeFileSync(at(`lading-${room}-0.1.0.tgz`), '');
    await createPlugin({ name: 'tide', folder: at('a'), packages: parent });
    expect(JSON.parse(read('a', 'package.json')).devDependencies).toMatchObject({
      '@lading/contract': 'file:../lading-contract-0.1.0.tgz',
      '@lading/kit': 'file:../lading-kit-0.1.0.tgz',
      '@lading/ui': 'file:../lading-ui-0.1.0.tgz',
    });
  });

  it('is built with the libraries that the console is built with', async () => {
    await createPlugin({ name: 'tide', folder: at('a') });
    const { devDependencies } = JSON.parse(read('a', 'package.json'));
    const require = createRequire(import.meta.url);
    const { packages } = require('../../../package-lock.json') as {
      packages: Record<string, { version: string }>;
    };
    for (const [name, version] of Object.entries(devDependencies)) {
      if (!name.startsWith('@lading/'))
        expect([name, version]).toEqual([name, packages[`node_modules/${name}`]?.version]);
    }
  });

  it.each([
    ['Tide', /'Tide' cannot be a plug-in's name/],
    ['../tide', /cannot be a plug-in's name/],
    ['@port/tide', /cannot be a plug-in's name/],
  ])('cannot be named %s', async (name, message) => {
    await expect(createPlugin({ name, folder: at('a') })).rejects.toThrow(message);
  });

  it('is not written over what is there', async () => {
    await createPlugin({ name: 'tide', folder: at('a') });
    await expect(createPlugin({ name: 'tide', folder: at('a') })).rejects.toThrow(/is not empty/);
  });

  it('says which tarball is not there', async () => {
    await expect(createPlugin({ name: 'tide', folder: at('a'), packages: parent })).rejects.toThrow(
      /has no lading-contract-/,
    );
  });
});
