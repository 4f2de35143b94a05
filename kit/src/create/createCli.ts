import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { KitError } from '../KitError.ts';
import { createPlugin, SDK_PATH } from './createPlugin.ts';

const USAGE = `Usage: npm create lading-plugin NAME [DIRECTORY] --registry CONSOLE/ui/sdk/

CONSOLE is the URL of a running console, such as http://localhost:8082. Options, after --:
  --console URL   the console, if the command was started without --registry
  --no-install    does not run npm install in the new directory`;

export interface CreateCli {
  readonly env: Readonly<Record<string, string | undefined>>;
  print(text: string): void;
  /** Runs npm in a directory. Returns whether it succeeded. */
  npm(args: readonly string[], cwd: string, env: Readonly<Record<string, string | undefined>>): boolean;
}

const realCli: CreateCli = {
  env: process.env,
  print: (text) => console.log(text),
  npm: (args, cwd, env) =>
    spawnSync('npm', args, { cwd, env, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0,
};

/**
 * The command of the package create-lading-plugin: creates a plugin and installs its dependencies.
 */
export async function createCli(args: readonly string[], cli = realCli): Promise<void> {
  const { values, positionals } = parsed(args);
  if (values.help) return cli.print(USAGE);
  const [name, directory] = positionals;
  if (name === undefined) throw new KitError(`Enter the name of the plugin.\n\n${USAGE}`);
  const created = await createPlugin({
    name,
    ...(directory === undefined ? {} : { folder: directory }),
    console: consoleOf(values.console, cli.env.npm_config_registry),
  });
  const place = relative(process.cwd(), created.folder) || '.';
  cli.print(`${created.packageName} created in ${place}.`);
  const isInstalled = !values['no-install'] && cli.npm(['install'], created.folder, ownNpm(cli.env));
  if (!isInstalled && !values['no-install'])
    throw new KitError(`npm install failed in ${place}. Fix the cause above, and run it there again.`);
  const steps = [`cd ${place}`, ...(isInstalled ? [] : ['npm install']), 'npm run dev'];
  cli.print(`Next steps:\n${steps.map((step) => `  ${step}`).join('\n')}`);
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        console: { type: 'string' },
        'no-install': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new KitError(`${(error as Error).message}\n\n${USAGE}`, { cause: error });
  }
}

/** `npm create --registry URL` sets `registry` in the environment of this program. */
function consoleOf(option: string | undefined, registry = ''): string {
  const [, fromRegistry] = new RegExp(`^(https?://.+)${SDK_PATH.slice(0, -1)}/?$`).exec(registry) ?? [];
  const found = option ?? fromRegistry;
  if (found === undefined)
    throw new KitError(
      `The packages of Lading come from a running console, and the command does not contain its URL.\n\n${USAGE}`,
    );
  if (!URL.canParse(found) || !/^https?:$/.test(new URL(found).protocol))
    throw new KitError(`Invalid console URL ${found}. Expected a URL such as http://localhost:8082.`);
  return found.replace(/\/+$/, '');
}

/**
 * The environment without the registry of `npm create`, which contains only the packages of Lading,
 * and without the directories of its own installation.
 */
function ownNpm(env: CreateCli['env']): Record<string, string | undefined> {
  const others = Object.entries(env).filter(
    ([key]) =>
      !/^npm_config_(?:registry|package|call|yes|prefix|local_prefix|global_prefix|noproxy)$/i.test(key),
  );
  return Object.fromEntries(others);
}
