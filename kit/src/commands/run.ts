import { KitError } from '../KitError.ts';
import { buildCommand } from './buildCommand.ts';
import { compatibilityCommand } from './compatibilityCommand.ts';
import { createCommand } from './createCommand.ts';
import { devCommand } from './devCommand.ts';
import { e2eCommand } from './e2eCommand.ts';
import { keyCommand } from './keyCommand.ts';
import { packCommand } from './packCommand.ts';
import { signCommand } from './signCommand.ts';
import { sizeCommand } from './sizeCommand.ts';
import { updateCommand } from './updateCommand.ts';
import { validateCommand } from './validateCommand.ts';

const USAGE = `lading-kit create NAME [FOLDER]
                             writes a new plugin
  --packages FOLDER          where the tarballs of contract, kit and ui are
lading-kit build [FOLDER]    builds the plugin to build/package
lading-kit dev [FOLDER]      serves it to a running console, with hot reload
  --port PORT                of the development server (5173)
  --home FOLDER              the platform's data folder, whose importmap.json points here while this runs
  --console ADDRESS          a deployed console: prints a link that uses the server in your browser only
lading-kit validate [FOLDER] checks the built plugin: manifest, files, hashes, and imports
  --budget KIB               largest size of all files
  --untrusted                also what an untrusted plugin cannot do in its frames
lading-kit size [FOLDER]     compares the sizes of the built plugin with those of an earlier version
  --against FILE             its tarball, or a saved report (lading-size.json)
  --max-growth PERCENT       fails if it grew by more (10)
  --save                     writes lading-size.json
lading-kit compatibility [FOLDER]
                             compares the built plugin with the versions of running consoles
  --console ADDRESS          a console; can be given several times
lading-kit e2e [FOLDER]      runs the browser tests in e2e/ in running consoles
  --console ADDRESS          a console, or several, comma-separated (CONSOLE_URL)
lading-kit update [FOLDER]   brings an older plugin to the files and package versions of this kit
  --dry-run                  shows what it would change
  --force                    also with uncommitted changes
lading-kit key FILE          prints the public key of an author; creates the key if FILE does not exist
lading-kit sign [FOLDER]     signs the built plugin, so that an administrator knows its author
  --key FILE                 the private key (LADING_SIGNING_KEY contains its text)
lading-kit pack [FOLDER]     builds it, and creates the tarball to publish
  --key FILE                 signs it as well
  --sign                     signs it with the key in LADING_SIGNING_KEY`;

/** Runs a command: `args` are the words after `lading-kit`. */
export async function run(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  if (rest.includes('--help') || rest.includes('-h')) {
    console.log(usageOf(command));
    return;
  }
  try {
    await start(command, rest);
  } catch (error) {
    if (!(error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) throw error;
    throw new KitError(`${(error as Error).message}\n\n${usageOf(command)}`, { cause: error });
  }
}

/** Returns the help of a command, or of all commands if it is unknown. */
function usageOf(command: string | undefined): string {
  const lines = USAGE.split('\n');
  const first = lines.findIndex((line) => line.startsWith(`lading-kit ${command} `));
  if (first < 0) return USAGE;
  const next = lines.findIndex((line, index) => index > first && line.startsWith('lading-kit '));
  return `Usage: ${lines.slice(first, next < 0 ? undefined : next).join('\n')}`;
}

async function start(command: string | undefined, rest: readonly string[]): Promise<void> {
  if (command === 'build') return buildCommand(rest[0] ?? '.');
  if (command === 'create') return createCommand(rest);
  if (command === 'dev') return devCommand(rest);
  if (command === 'update') return updateCommand(rest);
  if (command === 'validate') return validateCommand(rest);
  if (command === 'compatibility') return compatibilityCommand(rest);
  if (command === 'e2e') return e2eCommand(rest);
  if (command === 'size') return sizeCommand(rest);
  if (command === 'key') return keyCommand(rest);
  if (command === 'sign') return signCommand(rest);
  if (command === 'pack') return packCommand(rest);
  if (command === undefined || ['help', '--help', '-h'].includes(command)) {
    console.log(USAGE);
    return;
  }
  throw new KitError(`Unknown command '${command}'.\n${USAGE}`);
}
