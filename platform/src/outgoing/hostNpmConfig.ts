import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

type Env = Readonly<Record<string, string | undefined>>;

/** What of the host's npm configuration concerns the way to its registry. Credentials are never read. */
export interface HostNpmConfig {
  registry?: string;
  /** The path of a file with certificate authorities. */
  cafile?: string;
}

const keys = ['registry', 'cafile'] as const;

/** Reads what npm itself would read, first come first served: environment, project, user, global. */
export function readHostNpmConfig(env: Env = process.env, folder = process.cwd()): HostNpmConfig {
  const variable = (key: string) => {
    const wanted = `npm_config_${key}`;
    return Object.entries(env).find(([name, value]) => name.toLowerCase() === wanted && value)?.[1];
  };
  const fromEnv = Object.fromEntries(keys.flatMap((key) => (variable(key) ? [[key, variable(key)]] : [])));
  const prefix = variable('prefix') ?? env.PREFIX ?? dirname(dirname(process.execPath));
  const files = [
    join(folder, '.npmrc'),
    variable('userconfig') ?? join(env.HOME ?? homedir(), '.npmrc'),
    variable('globalconfig') ?? join(prefix, 'etc', 'npmrc'),
    join(prefix, 'lib', 'node_modules', 'npm', 'npmrc'),
  ];
  return Object.assign({}, ...files.map((file) => readNpmrc(file, env)).toReversed(), fromEnv);
}

function readNpmrc(path: string, env: Env): HostNpmConfig {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // Most of the files that npm looks for are not there.
    return {};
  }
  const found: HostNpmConfig = {};
  for (const line of text.split(/\r?\n/)) {
    const [, key, value = ''] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    const wanted = keys.find((each) => each === key);
    const plain = value
      .replace(/^(["'])(.*)\1$/, '$2')
      .replace(/\$\{(\w+)\}/g, (_all, name) => env[name] ?? '');
    if (wanted && plain) found[wanted] = plain;
  }
  return found;
}

/** The registry that the host's npm would ask, without user name and password; npm itself knows its default. */
export async function hostRegistry(env: Env = process.env): Promise<string> {
  const configured = readHostNpmConfig(env).registry ?? (await askNpm(env));
  const url = new URL(configured);
  url.username = '';
  url.password = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url.href;
}

async function askNpm(env: Env): Promise<string> {
  const args = ['config', 'get', 'registry'];
  const [command, ...first] = env.npm_execpath ? [process.execPath, env.npm_execpath] : ['npm'];
  const options = { cwd: tmpdir(), timeout: 30_000 };
  const { stdout } = await promisify(execFile)(command ?? 'npm', [...first, ...args], options);
  return stdout.trim();
}

/**
 * The authorities that the host's npm trusts beside those of Node, in PEM form; undefined when there are none. Throws when
 * the file that npm is configured with cannot be read.
 */
export function hostAuthorities(env: Env = process.env): string | undefined {
  const { cafile } = readHostNpmConfig(env);
  const { NODE_EXTRA_CA_CERTS: extra } = env;
  // Node itself has read that one; a context of our own would have to repeat it.
  if (cafile === undefined || cafile === extra) return undefined;
  return [cafile, ...(extra ? [extra] : [])].map((path) => readFileSync(path, 'utf8')).join('\n');
}
