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

describe('a new plugin', () => {
  it('contains its name everywhere and no placeholders', async () => {
    const created = await createPlugin({ name: 'high-tide', folder: at('a') });
    expect(created).toMatchObject({ name: 'high-tide', packageName: 'lading-plugin-high-tide' });
    expect(JSON.parse(read('a', 'package.json')).name).toBe('lading-plugin-high-tide');
    expect(read('a', 'src/plugin.ts')).toContain("path: '/high-tide'");
    expect(read('a', 'src/plugin.ts')).toContain("'High tide'");
    expect(readdirSync(at('a'))).toContain('.gitignore');
    expect(read('a', 'README.md')).toMatch(/^# High tide\n/);
    for (const path of readdirSync(at('a'), { recursive: true, encoding: 'utf8' })) {
      if (/\w\.\w+$/.test(path)) expect(read('a', path)).not.toMatch(/__[A-Z_]+__/);
    }
  });

  it('can be named by its package', async () => {
    const created = await createPlugin({ name: '@port/lading-plugin-tide', folder: at('a') });
    expect(created).toMatchObject({ name: 'tide', packageName: '@port/lading-plugin-tide' });
  });

  it('can use contract, kit, and ui from a directory of tarballs', async () => {
    for (const room of ['contract', 'kit', 'ui']) writeFileSync(at(`lading-${room}-0.1.0.tgz`), '');
    await createPlugin({ name: 'tide', folder: at('a'), packages: parent });
    expect(JSON.parse(read('a', 'package.json')).devDependencies).toMatchObject({
      '@lading/contract': 'file:../lading-contract-0.1.0.tgz',
      '@lading/kit': 'file:../lading-kit-0.1.0.tgz',
      '@lading/ui': 'file:../lading-ui-0.1.0.tgz',
    });
  });

  it('gets the packages of Lading from a console, and all others from the default registry', async () => {
    await createPlugin({ name: 'tide', folder: at('a'), console: 'http://localhost:8082' });
    expect(read('a', '.npmrc')).toBe('@lading:registry=http://localhost:8082/ui/sdk/\n');
  });

  it('contains a test in a browser, and a workflow that runs all checks', async () => {
    await createPlugin({ name: 'tide', folder: at('a') });
    expect(read('a', 'e2e/screen.mjs')).toContain("open('/tide', 'tide')");
    const { scripts } = JSON.parse(read('a', 'package.json'));
    const workflow = read('a', '.github/workflows/ci.yml');
    for (const [, script = ''] of workflow.matchAll(/npm run ([\w:]+)/g))
      expect(scripts).toHaveProperty(script);
    expect(workflow).toMatch(/npm run types[\s\S]*npm test[\s\S]*npm run pack/);
  });

  it('is built with the libraries that the console is built with', async () => {
    await createPlugin({ name: 'tide', folder: at('a') });
    const { devDependencies: own } = JSON.parse(read('a', 'package.json'));
    const devDependencies = { ...own, ...JSON.parse(read('a', 'e2e/package.json')).devDependencies };
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
    ['Tide', /'Tide' is not a valid plugin name/],
    ['../tide', /is not a valid plugin name/],
    ['@port/tide', /is not a valid plugin name/],
  ])('cannot be named %s', async (name, message) => {
    await expect(createPlugin({ name, folder: at('a') })).rejects.toThrow(message);
  });

  it('does not overwrite existing files', async () => {
    await createPlugin({ name: 'tide', folder: at('a') });
    await expect(createPlugin({ name: 'tide', folder: at('a') })).rejects.toThrow(/is not empty/);
  });

  it('reports a missing tarball', async () => {
    await expect(createPlugin({ name: 'tide', folder: at('a'), packages: parent })).rejects.toThrow(
      /has no lading-contract-/,
    );
  });
});
