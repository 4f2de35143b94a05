import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Fields of the host's npm configuration that are needed to reach its registry. Credentials are
 * never read.
 */
export interface HostNpmConfig {
  registry?: string;
  /** Path of a file with certificate authorities. */
  cafile?: string;
}

const keys = ['registry', 'cafile'] as const;

/** Reads what npm itself would read, in order of precedence: environment, project, user, global. */
export function readHostNpmConfig(env: Env = process.env, folder = process.cwd()): HostNpmConfig {
  const fromEnv = Object.fromEntries(
    keys.flatMap((key) => (variable(env, key) ? [[key, variable(env, key)]] : [])),
  );
  const files = npmrcFiles(env, folder).map((path) => readNpmrc(path, env));
  return Object.assign({}, ...files.toReversed(), fromEnv);
}

function variable(env: Env, key: string): string | undefined {
  const wanted = `npm_config_${key}`;
  return Object.entries(env).find(([name, value]) => name.toLowerCase() === wanted && value)?.[1];
}

function npmrcFiles(env: Env, folder: string): string[] {
  const prefix = variable(env, 'prefix') ?? nodePrefix(env);
  return [
    join(folder, '.npmrc'),
    variable(env, 'userconfig') ?? join(env.HOME ?? homedir(), '.npmrc'),
    variable(env, 'globalconfig') ?? join(prefix, 'etc', 'npmrc'),
    join(prefix, 'lib', 'node_modules', 'npm', 'npmrc'),
  ];
}

/**
 * Returns where Node and npm are installed. `PREFIX` contains it if this process runs on another
 * Node than npm: see scripts/runtime.mjs.
 */
function nodePrefix(env: Env): string {
  return env.PREFIX ?? dirname(dirname(process.execPath));
}

function readNpmrc(path: string, env: Env): HostNpmConfig {
  const found: HostNpmConfig = {};
  for (const [key, value] of linesOf(path)) {
    const wanted = keys.find((each) => each === key);
    const plain = value
      .replace(/^(["'])(.*)\1$/, '$2')
      .replace(/\$\{(\w+)\}/g, (_all, name) => env[name] ?? '');
    if (wanted && plain) found[wanted] = plain;
  }
  return found;
}

function linesOf(path: string): [string, string][] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // Most of the files that npm looks for do not exist.
    return [];
  }
  return text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, key, value = ''] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    return key === undefined ? [] : [[key, value]];
  });
}

/**
 * Returns the registry that the host's npm would query, without user name and password. The default
 * comes from npm itself.
 */
export async function hostRegistry(env: Env = process.env, folder = process.cwd()): Promise<string> {
  const configured =
    readHostNpmConfig(env, folder).registry ?? (await defaultOfNpm(env, folder)) ?? (await askNpm(env));
  const url = new URL(configured);
  url.username = '';
  url.password = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url.href;
}

/** Default of npm. Installed releases and containers have no npm to ask. */
const publicRegistry = 'https://registry.npmjs.org/';

/** Keys that make npm read other configuration files than those read here. */
const elsewhere = new Set(['prefix', 'userconfig', 'globalconfig']);

/**
 * Returns npm's default registry, read from its code. Returns `undefined` if it isn't found, or if
 * npm may read more files than this module. Running npm itself takes half a second of a processor,
 * and the first installation waits for it.
 */
async function defaultOfNpm(env: Env, folder: string): Promise<string | undefined> {
  if (npmrcFiles(env, folder).some((path) => linesOf(path).some(([key]) => elsewhere.has(key)))) return;
  const usual = join(nodePrefix(env), 'lib', 'node_modules', 'npm');
  const npm = env.npm_execpath ? dirname(dirname(env.npm_execpath)) : usual;
  // This npm has its own configuration file.
  if (npm !== usual && linesOf(join(npm, 'npmrc')).length > 0) return;
  const path = join(npm, 'node_modules', 'npm-registry-fetch', 'lib', 'default-opts.js');
  // Other versions of npm have it elsewhere. The caller runs npm instead.
  const code = await readFile(path, 'utf8').catch(() => '');
  const [, address] = /^\s*registry: '(https:[^'\s]+)',$/m.exec(code) ?? [];
  return address !== undefined && URL.canParse(address) ? address : undefined;
}

async function askNpm(env: Env): Promise<string> {
  const args = ['config', 'get', 'registry'];
  const [command, ...first] = env.npm_execpath ? [process.execPath, env.npm_execpath] : ['npm'];
  const options = { cwd: tmpdir(), timeout: 30_000 };
  try {
    const { stdout } = await promisify(execFile)(command ?? 'npm', [...first, ...args], {
      ...options,
      env: { ...env },
    });
    return stdout.trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return publicRegistry;
    throw error;
  }
}

/**
 * Returns the authorities that the host's npm trusts in addition to Node's, in PEM form, or
 * `undefined` if there are none. Throws if the file in npm's configuration cannot be read.
 */
export function hostAuthorities(env: Env = process.env): string | undefined {
  const { cafile } = readHostNpmConfig(env);
  const { NODE_EXTRA_CA_CERTS: extra } = env;
  // Node itself has read that file, so a separate context would only repeat it.
  if (cafile === undefined || cafile === extra) return undefined;
  return [cafile, ...(extra ? [extra] : [])].map((path) => readFileSync(path, 'utf8')).join('\n');
}
