import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostAuthorities, hostRegistry, readHostNpmConfig } from './hostNpmConfig.ts';

let home: string;
let project: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lading-npmrc-'));
  project = join(home, 'project');
  await mkdir(project);
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** Reads an environment with only these configuration files. */
async function configured(
  files: { project?: string; user?: string; global?: string },
  more: Record<string, string> = {},
) {
  await writeFile(join(project, '.npmrc'), files.project ?? '');
  await writeFile(join(home, '.npmrc'), files.user ?? '');
  await writeFile(join(home, 'global'), files.global ?? '');
  return { HOME: home, PREFIX: home, npm_config_globalconfig: join(home, 'global'), ...more };
}

describe('readHostNpmConfig', () => {
  it("has npm's precedence: environment, project, user, global", async () => {
    const files = {
      project: 'registry = https://project.example/\n',
      user: '; comment\nregistry="https://user.example/"\ncafile=/user/ca.pem\n//user.example/:_authToken=secret',
      global: 'cafile=/global/ca.pem\nregistry=https://global.example/',
    };
    const env = await configured(files);
    expect(readHostNpmConfig(env, project)).toEqual({
      registry: 'https://project.example/',
      cafile: '/user/ca.pem',
    });
    const shouting = await configured(files, { NPM_CONFIG_REGISTRY: 'https://env.example/' });
    expect(readHostNpmConfig(shouting, project).registry).toBe('https://env.example/');
    const globalOnly = await configured({ global: files.global });
    expect(readHostNpmConfig(globalOnly, project).registry).toBe('https://global.example/');
    expect(readHostNpmConfig(await configured({}), project)).toEqual({});
  });

  it('expands variables', async () => {
    const reference = ['$', '{PLACE}'].join('');
    const env = await configured({ user: `registry=https://${reference}.example/npm` }, { PLACE: 'here' });
    expect(readHostNpmConfig(env, project).registry).toBe('https://here.example/npm');
  });
});

describe('hostRegistry', () => {
  it('returns a URL without user name and password, with a trailing slash', async () => {
    const env = await configured({}, { npm_config_registry: 'https://me:secret@here.example/npm' });
    expect(await hostRegistry(env)).toBe('https://here.example/npm/');
  });

  /** Installs an npm that prints a registry when run, with the given code for its default. */
  async function npmWith(code: string | undefined, user = '') {
    const npm = await mkdtemp(join(home, 'npm-'));
    const library = join(npm, 'node_modules', 'npm-registry-fetch', 'lib');
    await mkdir(join(npm, 'bin'));
    await writeFile(join(npm, 'bin', 'npm-cli.js'), "console.log('https://asked.example/')");
    await mkdir(library, { recursive: true });
    if (code !== undefined) await writeFile(join(library, 'default-opts.js'), code);
    return configured({ user }, { npm_execpath: join(npm, 'bin', 'npm-cli.js') });
  }

  it('is the default of the installed npm, without running it', async () => {
    const env = await npmWith(
      "module.exports = {\n  maxSockets: 12,\n  registry: 'https://default.example/',\n}\n",
    );
    expect(await hostRegistry(env, project)).toBe('https://default.example/');
  });

  it('is the output of npm if it may read other files', async () => {
    const env = await npmWith(
      "module.exports = {\n  registry: 'https://default.example/',\n}\n",
      'prefix=/opt/x',
    );
    expect(await hostRegistry(env, project)).toBe('https://asked.example/');
  });

  it.each([undefined, 'module.exports = {}', "module.exports = {\n  registry: 'https:// odd',\n}"])(
    'is the output of npm if its code differs: %s',
    async (code) => {
      expect(await hostRegistry(await npmWith(code), project)).toBe('https://asked.example/');
    },
  );
});

describe('without npm, as in a container', () => {
  it('the registry is the default of npm, unless one is configured', async () => {
    const env = { ...(await configured({})), PATH: home, PREFIX: home };
    expect(await hostRegistry(env, project)).toBe('https://registry.npmjs.org/');
    const own = { ...env, npm_config_registry: 'https://here.example/npm' };
    expect(await hostRegistry(own, project)).toBe('https://here.example/npm/');
  });
});

describe('hostAuthorities', () => {
  it("reads npm's configured file, unless Node itself has read it", async () => {
    const ca = join(home, 'ca.pem');
    await writeFile(ca, 'CERTIFICATE');
    expect(hostAuthorities(await configured({}, { npm_config_cafile: ca }))).toBe('CERTIFICATE');
    expect(
      hostAuthorities(await configured({}, { npm_config_cafile: ca, NODE_EXTRA_CA_CERTS: ca })),
    ).toBeUndefined();
    const missing = await configured({}, { npm_config_cafile: join(home, 'none') });
    expect(() => hostAuthorities(missing)).toThrow('ENOENT');
  });
});
