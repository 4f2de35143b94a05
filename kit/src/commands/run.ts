import { KitError } from '../KitError.ts';
import { buildCommand } from './buildCommand.ts';
import { createCommand } from './createCommand.ts';
import { devCommand } from './devCommand.ts';
import { packCommand } from './packCommand.ts';

const USAGE = `lading-kit create NAME [FOLDER]
                             writes a new plug-in
  --packages FOLDER          where the tarballs of contract, kit and ui are
lading-kit build [FOLDER]    builds the plug-in to build/package
lading-kit dev [FOLDER]      serves it to a running console, with hot reload
  --port PORT                of the development server (5173)
  --home FOLDER              the platform's data folder, whose importmap.json points here while this runs
  --console ADDRESS          the console's address, when it is not on this machine
lading-kit pack [FOLDER]     builds it, and makes the tarball to publish`;

/** Runs one command: `args` are the words after `lading-kit`. */
export async function run(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  if (command === 'build') return buildCommand(rest[0] ?? '.');
  if (command === 'create') return createCommand(rest);
  if (command === 'dev') return devCommand(rest);
  if (command === 'pack') return packCommand(rest[0] ?? '.');
  if (command === undefined || command === 'help' || command === '--help') {
    console.log(USAGE);
    return;
  }
  throw new KitError(`There is no command '${command}'.\n${USAGE}`);
}
