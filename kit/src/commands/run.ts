import { KitError } from '../KitError.ts';
import { buildCommand } from './buildCommand.ts';

const USAGE = `lading-kit build [FOLDER]    builds the plug-in to build/package`;

/** Runs one command: `args` are the words after `lading-kit`. */
export async function run(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  if (command === 'build') return buildCommand(rest[0] ?? '.');
  if (command === undefined || command === 'help' || command === '--help') {
    console.log(USAGE);
    return;
  }
  throw new KitError(`There is no command '${command}'.\n${USAGE}`);
}
