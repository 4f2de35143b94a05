import { unknownFeatures } from './instance/features.ts';
import { blobFolderOf } from './settings/blobFolderOf.ts';
import { directoryFaults } from './settings/directoryFaults.ts';
import { readSettings, type Settings, SettingsError, unknownVariables } from './settings/settings.ts';
import { type Running, start } from './start.ts';
import { FolderInUse } from './storage/ownership.ts';
import { reportToSystemd } from './watchdog/systemd.ts';

/** Exit codes of the process. */
const exitCodes = { failed: 1, badSettings: 2, folderInUse: 3 };

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`Lading: ${line}\n`);
// The outputs can be files on a full disk. Without a listener, a failed write would end the server.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

/**
 * Reduces the log on a terminal so that the URL stays visible. Log collectors and log files get
 * every request.
 */
function withLogLevel(settings: Settings): Settings {
  const chosen = process.env.LADING_LOG_LEVEL ?? '';
  // `lading start` writes the output to a file that is never rotated.
  const isBackground = process.argv.includes('--background');
  return isBackground || (chosen === '' && process.stdout.isTTY)
    ? { ...settings, outputLevel: 'warn' }
    : settings;
}

async function run(): Promise<void> {
  const settings = withLogLevel(readSettings(process.env));
  for (const line of [...unknownVariables(process.env), ...unknownFeatures(settings.features)])
    complain(line);
  const faults = directoryFaults(settings);
  if (faults.length > 0) throw new SettingsError(faults);
  const running = await start(settings, say).catch((error: unknown) => {
    throw permissionFault(error, settings) ?? error;
  });
  stopOnSignals(running, reportToSystemd(process.env, running.address, complain));
  say(`Lading listens at ${running.address}/ui/`);
  // `lading start` then ends, and prints what was said until now.
  running.note();
}

/**
 * Converts a permission error on a file in the data directory or the blob directory to an error
 * that names the setting.
 */
function permissionFault(error: unknown, { home, blobUrl }: Settings): SettingsError | undefined {
  const { code = '', path, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (!['EACCES', 'EPERM', 'EROFS'].includes(code) || path === undefined) return undefined;
  const name = path.startsWith(home)
    ? 'LADING_HOME'
    : path.startsWith(blobFolderOf(blobUrl) ?? home)
      ? 'LADING_BLOB_URL'
      : '';
  if (name === '') return undefined;
  const advice = 'Change its owner or its permissions, or start the server as the user who owns it';
  return new SettingsError([
    `${name} contains ${path}, but this user has no permission on it (${syscall}: ${code}). ${advice}.`,
  ]);
}

function stopOnSignals(running: Running, reportStop: () => void): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second signal exits immediately. The database ends with this process.
      if (stopping) process.exit(exitCodes.failed);
      stopping = true;
      reportStop();
      running.stop().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    });
  }
}

function fail(error: unknown): never {
  if (error instanceof SettingsError) {
    for (const fault of error.faults) complain(fault);
    process.exit(exitCodes.badSettings);
  }
  complain(error instanceof Error ? error.message : String(error));
  process.exit(error instanceof FolderInUse ? exitCodes.folderInUse : exitCodes.failed);
}

run().catch(fail);
