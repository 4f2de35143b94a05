import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { extract } from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));
const ROOMS = ['contract', 'kit', 'ui'];

let parent: string;
let plugin: string;

/** Runs a program like the plugin's author and returns its output. */
function run(cwd: string, ...words: string[]): string {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV)/.test(name)),
  );
  return execFileSync(process.execPath, words, { cwd, env, encoding: 'utf8', stdio: 'pipe' });
}

/**
 * Simulates `npm install` without a registry: unpacks the packages, and links the installed
 * libraries.
 */
async function install(folder: string, packages: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  for (const room of ROOMS) {
    const cwd = join(modules, '@lading', room);
    mkdirSync(cwd, { recursive: true });
    await extract({ file: join(packages, `lading-${room}-0.1.0.tgz`), cwd, strip: 1 });
  }
  for (const name of readdirSync(join(CHECKOUT, 'node_modules'))) {
    if (name.startsWith('.') || name === '@lading') continue;
    symlinkSync(join(CHECKOUT, 'node_modules', name), join(modules, name));
  }
}

beforeAll(async () => {
  parent = mkdtempSync(join(realpathSync(tmpdir()), 'lading-author-'));
  plugin = join(parent, 'tide');
  const packages = join(parent, 'packages');
  run(CHECKOUT, 'scripts/pack.mjs', packages);
  mkdirSync(join(parent, 'kit'));
  await install(join(parent, 'kit'), packages);
  run(parent, 'kit/node_modules/@lading/kit/dist/cli.js', 'create', 'tide', '--packages', 'packages');
  await install(plugin, packages);
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

describe('a plugin created outside of the workspaces, with the packed contract, kit, and ui', () => {
  it('can be built and packed with kit alone [mfe-01]', () => {
    const printed = run(plugin, 'node_modules/@lading/kit/dist/cli.js', 'pack');
    expect(printed).toContain('lading-plugin-tide 0.1.0 is in build/lading-plugin-tide-0.1.0.tgz');
    const manifest = JSON.parse(readFileSync(join(plugin, 'build/package/lading-plugin.json'), 'utf8'));
    expect(manifest).toMatchObject({ name: 'tide', version: '0.1.0', contract: '1.x' });
    expect(manifest.preload['tide.list']).toEqual(
      expect.arrayContaining(['plugin.js', '@lading/ui', 'mobx']),
    );
    // The console provides React, MobX, and other shared libraries.
    const bytes = manifest.files.reduce((sum: number, { size }: { size: number }) => sum + size, 0);
    expect(bytes).toBeLessThan(8_000);
  });

  it('passes the type check', () => {
    expect(run(plugin, 'node_modules/typescript/bin/tsc', '--noEmit')).toBe('');
  });

  it('passes its tests with the official fakes', () => {
    // Vite serves only files in the project directory, but the libraries are links to other
    // directories.
    writeFileSync(
      join(plugin, 'linked.config.ts'),
      `import { mergeConfig } from 'vitest/config';
      import own from './vitest.config.ts';
      export default mergeConfig(own, { server: { fs: { strict: false } } });`,
    );
    const words = ['run', '--reporter=json', '--config=linked.config.ts'];
    const printed = run(plugin, 'node_modules/vitest/vitest.mjs', ...words);
    expect(JSON.parse(printed)).toMatchObject({ success: true, numPassedTests: 3 });
  });
});
