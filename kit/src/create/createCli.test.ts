import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CreateCli, createCli } from './createCli.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'lading-create-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

function cli(env: CreateCli['env'], isInstalled = true) {
  const printed: string[] = [];
  const installs: CreateCli['env'][] = [];
  const npm: CreateCli['npm'] = (_args, _cwd, own) => {
    installs.push(own);
    return isInstalled;
  };
  return { env, printed, installs, npm, print: (text: string) => void printed.push(text) };
}
const at = (...path: string[]) => join(parent, ...path);
const npmrc = () => readFileSync(at('tide', '.npmrc'), 'utf8');

describe('npm create lading-plugin', () => {
  it('uses the console whose registry the command names, for the packages of Lading alone', async () => {
    const env = { npm_config_registry: 'http://localhost:8082/ui/sdk/', npm_config_cafile: '/ca.pem' };
    const own = cli(env);
    await createCli(['tide', at('tide')], own);
    expect(npmrc()).toBe('@lading:registry=http://localhost:8082/ui/sdk/\n');
    expect(own.installs).toEqual([{ npm_config_cafile: '/ca.pem' }]);
    expect(own.printed.join('\n')).toMatch(
      /lading-plugin-tide created in [\s\S]*cd .*tide\n {2}npm run dev$/,
    );
  });

  it('takes the console from --console, and leaves out the installation with --no-install', async () => {
    const own = cli({ npm_config_registry: 'https://registry.npmjs.org/' });
    await createCli(['tide', at('tide'), '--console', 'https://lading.example.org/', '--no-install'], own);
    expect(npmrc()).toBe('@lading:registry=https://lading.example.org/ui/sdk/\n');
    expect(own.installs).toEqual([]);
    expect(own.printed.at(-1)).toContain('npm install\n');
  });

  it('creates nothing and explains the command without a console, a name, or a known option', async () => {
    await expect(createCli(['tide', at('tide')], cli({}))).rejects.toThrow(
      /does not contain its URL[\s\S]*Usage/,
    );
    await expect(createCli([], cli({}))).rejects.toThrow(/Enter the name[\s\S]*Usage/);
    await expect(createCli(['tide', '--consol', 'x'], cli({}))).rejects.toThrow(/--consol[\s\S]*Usage/);
    await expect(createCli(['tide', at('tide'), '--console', 'nowhere'], cli({}))).rejects.toThrow(
      'Invalid console URL nowhere',
    );
    expect(existsSync(at('tide'))).toBe(false);
  });

  it('reports a failed installation', async () => {
    const own = cli({ npm_config_registry: 'http://localhost:8082/ui/sdk' }, false);
    await expect(createCli(['tide', at('tide')], own)).rejects.toThrow('npm install failed in');
  });
});
