import { parseArgs } from 'node:util';
import { HttpError } from '../../errors/HttpError.ts';
import { readSettings, type Settings, SettingsError } from '../../settings/settings.ts';
import { version } from '../../settings/version.ts';
import { FolderInUse } from '../../storage/ownership.ts';
import { backupCommands, backupUsage, runBackupCommand } from '../backup/command.ts';
import { DamagedBackup } from '../backup/Manifest.ts';
import type { Terminal } from '../backup/ProgressLine.ts';
import { adoptBlobs } from './adoptBlobs.ts';
import type { CommandTerminal } from './CommandTerminal.ts';
import { checkInstallation } from './checkInstallation.ts';
import { moveDatabase } from './moveDatabase.ts';
import { pluginUsage, runPluginCommand } from './plugins/pluginCommand.ts';
import { resetMfa } from './resetMfa.ts';
import { resetPassword } from './resetPassword.ts';
import { showStatus } from './showStatus.ts';
import { startServer } from './startServer.ts';
import { stopServer } from './stopServer.ts';
import { type Env, UsageError } from './UsageError.ts';

const usage = `lading: runs and maintains a Lading server

  lading start [--home DIR]
      Starts the server in the background, and returns when it is ready.
  lading stop [--home DIR]
      Stops the server, and returns when it has ended.
  lading status [--home DIR]
      Shows whether the server is ready, its version, and its URL. Exit code 1 if it is not ready.
  lading check [--home DIR]
      Shows whether this version can start with the data directory, the database, and the settings. Run it before an upgrade.
  lading adopt-blobs [--home DIR]
      Confirms that no other copy of this installation uses the blob store, such as after a move of the server or the database.
  lading migrate TARGET [--home DIR]
      Moves the database of a stopped server. TARGET is the URL of an empty PostgreSQL database, or "embedded" for the way back
      from LADING_DATABASE_URL. Only reads the former database. A password can be in PGPASSWORD in place of the URL.
  lading admin reset-password USER [--home DIR] [--stdin]
      Replaces the password of a user with a generated one, which must be changed at the next sign-in. Ends the user's sessions
      and revokes all access tokens. The server can be running or stopped.
      --stdin   reads the password from standard input
  lading admin reset-mfa USER [--home DIR]
      Resets the multi-factor authentication of a user who lost the device and the recovery codes. The server can be running
      or stopped.
${pluginUsage}
${backupUsage}
  lading version
  lading help

The data directory is LADING_HOME (default: .lading) or --home. LADING_DATABASE_URL, LADING_BLOB_URL, and other settings have the
values of the server. Exit codes: 0 success, 1 failure, 2 wrong usage or settings, 3 the directory is in use.`;

const options = {
  home: { type: 'string' },
  stdin: { type: 'boolean' },
} as const;

interface Call {
  rest: readonly string[];
  isTyped: boolean;
  env: Env;
  settings: Settings;
  terminal: CommandTerminal;
}

type Command = (call: Call) => Promise<number>;

/** Commands with the number of their arguments. */
const commands: Readonly<Record<string, { run: Command; args: number }>> = {
  start: { run: ({ settings, env, terminal }) => startServer(settings, env, terminal), args: 0 },
  stop: { run: ({ settings, terminal }) => stopServer(settings.home, terminal), args: 0 },
  status: { run: ({ settings, terminal }) => showStatus(settings.home, terminal), args: 0 },
  check: { run: ({ settings, env, terminal }) => checkInstallation(settings, env, terminal), args: 0 },
  'adopt-blobs': { run: ({ settings, terminal }) => adoptBlobs(settings, terminal), args: 0 },
  migrate: {
    run: ({ rest, settings, terminal }) => moveDatabase(rest[0] ?? '', settings, terminal),
    args: 1,
  },
  admin: { run: admin, args: 2 },
};

/** Runs `lading …`. Returns the exit code. */
export async function runCommand(
  args: readonly string[],
  env: Env,
  terminal: CommandTerminal,
): Promise<number> {
  const [name] = args;
  try {
    if (name === undefined || name === 'help' || args.includes('--help') || args.includes('-h')) {
      terminal.say(usage);
      return name === undefined ? 2 : 0;
    }
    if (name === 'version' || name === '--version') {
      terminal.say(version);
      return 0;
    }
    if (name === 'plugins') return await runPluginCommand(args.slice(1), env, terminal);
    if (backupCommands.includes(name)) return await runBackupCommand(args, env, terminal);
    return await run(name, args.slice(1), env, terminal);
  } catch (error) {
    return fail(error, terminal);
  }
}

async function run(
  name: string,
  args: readonly string[],
  env: Env,
  terminal: CommandTerminal,
): Promise<number> {
  const command = commands[name];
  if (!command) throw new UsageError(`Unknown command ${name}`);
  const { values, positionals: rest } = parse(args);
  if (rest.length !== command.args) throw new UsageError(`Wrong number of arguments for lading ${name}`);
  if (values.stdin && name !== 'admin') throw new UsageError(`lading ${name} has no option --stdin`);
  const settings = readSettings({
    ...env,
    ...(values.home === undefined ? {} : { LADING_HOME: values.home }),
  });
  return command.run({ rest, isTyped: values.stdin ?? false, env, settings, terminal });
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function admin({ rest, isTyped, settings, terminal }: Call): Promise<number> {
  const [action = '', user = ''] = rest;
  if (action === 'reset-mfa') {
    if (isTyped) throw new UsageError('lading admin reset-mfa has no option --stdin');
    return resetMfa(user, settings, terminal);
  }
  if (action !== 'reset-password') throw new UsageError(`Unknown command admin ${action}`);
  const typed = isTyped ? await terminal.readPassword?.() : undefined;
  return resetPassword({ user, settings, terminal, ...(typed === undefined ? {} : { typed }) });
}

function fail(error: unknown, { complain }: Terminal): number {
  if (error instanceof UsageError) {
    complain(`${error.message}. Run lading help for help.`);
    return 2;
  }
  if (error instanceof SettingsError) {
    for (const fault of error.faults) complain(fault);
    return 2;
  }
  if (error instanceof DamagedBackup)
    complain(`${error.message}. Run lading verify, or restore another backup.`);
  else if (error instanceof HttpError) complain(error.message);
  else complain(error instanceof Error ? error.message : String(error));
  return error instanceof FolderInUse ? 3 : 1;
}
