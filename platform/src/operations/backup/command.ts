import { parseArgs } from 'node:util';
import { readSettings } from '../../settings/settings.ts';
import { type Env, UsageError } from '../command/UsageError.ts';
import { type BackupTarget, BadTarget, timeOfBackup } from './BackupTarget.ts';
import { counted } from './counted.ts';
import { type BackupResult, createBackup } from './createBackup.ts';
import { isServed } from './isServed.ts';
import { type Manifest, readManifest } from './Manifest.ts';
import { openDatabase, openSource, readKeyFile } from './openDatabase.ts';
import { openTarget } from './openTarget.ts';
import { ProgressLine, type Terminal } from './ProgressLine.ts';
import type { RestoreOptions } from './RestoreOptions.ts';
import { recordRun } from './recordRun.ts';
import { repairsOf } from './repairsOf.ts';
import { restoreBackup } from './restoreBackup.ts';
import { sizeText } from './sizeText.ts';
import { verifyTarget } from './verifyTarget.ts';

export const backupUsage = `  lading backup TARGET [--home DIR] [--keep N] [--fast]
      Backs up the server, running or stopped, to TARGET: a directory, or a bucket such as
      s3://bucket/prefix?endpoint=https://s3.example.org. Only blobs that TARGET lacks are copied.
      --keep N   then deletes all but the newest N backups
      --fast     makes no pauses for the clients of a running server, which then wait longer
  lading list TARGET
      Lists the backups in TARGET, newest first.
  lading verify TARGET [--at TIME]
      Reads and hashes everything in TARGET, or what one backup consists of.
  lading restore TARGET --home DIR [--at TIME] [--secrets-key FILE | --new-secrets-key] [--allow-damaged]
      Creates a server from a backup, in an empty directory DIR and, with LADING_DATABASE_URL, in an empty database.
      --at TIME            the newest backup at or before this time, such as 2026-01-31T14:05:00Z. Default: the newest
      --secrets-key FILE   a copy of secrets.key of the original data directory, unless LADING_SECRETS_KEY is set
      --new-secrets-key    without the key: stored secrets, such as passwords of remote repositories, must be entered again
      --allow-damaged      restores what is left of a backup with damaged blobs`;

const options = {
  home: { type: 'string' },
  at: { type: 'string' },
  keep: { type: 'string' },
  fast: { type: 'boolean' },
  'secrets-key': { type: 'string' },
  'new-secrets-key': { type: 'boolean' },
  'allow-damaged': { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>['values'];

interface Call {
  target: BackupTarget;
  values: Values;
  env: Env;
  terminal: Terminal;
}

const commands: Readonly<Record<string, (call: Call) => Promise<number>>> = { backup, list, verify, restore };

/** Allowed options of each command. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  backup: ['home', 'keep', 'fast'],
  list: [],
  verify: ['at'],
  restore: ['home', 'at', 'secrets-key', 'new-secrets-key', 'allow-damaged'],
};

export const backupCommands: readonly string[] = Object.keys(commands);

/** Runs `lading backup …` and the commands for backups. Returns the exit code. */
export async function runBackupCommand(
  args: readonly string[],
  env: Env,
  terminal: Terminal,
): Promise<number> {
  const { values, positionals } = parse(args);
  const [name = '', target, ...rest] = positionals;
  const command = commands[name];
  if (!command) throw new UsageError(`Unknown command ${name}`);
  if (target === undefined || rest.length > 0)
    throw new UsageError(`Expected one directory or bucket: lading ${name} TARGET`);
  const wrong = Object.keys(values).find((option) => !allowed[name]?.includes(option));
  if (wrong !== undefined) throw new UsageError(`lading ${name} has no option --${wrong}`);
  const opened = await openTarget(target);
  try {
    return await command({ target: opened, values, env, terminal });
  } finally {
    opened.close();
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function settingsOf({ env, values }: Call) {
  return readSettings({ ...env, ...(values.home === undefined ? {} : { LADING_HOME: values.home }) });
}

async function backup(call: Call): Promise<number> {
  const { target, values, terminal } = call;
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1))
    throw new UsageError('--keep must be a number of backups, at least 1');
  const settings = settingsOf(call);
  const { home, blobs } = await openSource(settings);
  target.requireApart(settings);
  const database = await openDatabase(settings);
  const line = new ProgressLine(terminal);
  const started = new Date();
  const record = (outcome: BackupResult | Error) =>
    recordRun(database.url, { target: target.name, started, outcome });
  try {
    const isPaced = !values.fast && (await isServed(database.url));
    const result = await createBackup({
      source: { home, blobs, databaseUrl: database.url, isLocal: settings.databaseUrl === undefined },
      isBusy: () => isPaced,
      target,
      ...(keep === undefined ? {} : { keep }),
      progress: ({ phase, done, total }) => line.show(phase, done, total),
    }).catch(async (error: Error) => {
      // The reason of the failure is more important than one of the record.
      await record(error).catch(() => undefined);
      throw error;
    });
    line.end();
    const { name, blobs: all, copied, database: bytes, missing, deleted, retentionError } = result;
    terminal.say(
      `Backup ${name} ${missing.length === 0 ? 'completed' : 'is incomplete'}: database ${sizeText(bytes)}, ` +
        `${counted(all.count, 'blob')} with ${sizeText(all.bytes)}, ${sizeText(copied.bytes)} of them copied`,
    );
    for (const old of deleted) terminal.say(`Deleted backup ${old}`);
    if (missing.length > 0)
      terminal.complain(
        `${missing.length === 1 ? '1 stored file is' : `${missing.length} stored files are`} damaged or missing in the ${blobs.current.name}, ` +
          'and not in this backup. Run npm run verify to list them, then upload them again or restore them from an older backup',
      );
    if (retentionError !== null) terminal.complain(retentionError);
    await record(result);
    return retentionError === null && missing.length === 0 ? 0 : 1;
  } finally {
    line.end();
    blobs.close();
    await database.close();
  }
}

async function list({ target, terminal }: Call): Promise<number> {
  await target.require();
  const names = await target.list();
  let damaged = 0;
  for (const name of names) {
    const time = `${timeOfBackup(name).toISOString().slice(0, 19)}Z`;
    try {
      terminal.say(`${time}  ${describe(name, await readManifest(target.files(name)))}`);
    } catch (error) {
      // Others may be complete. Without the target, none can be read.
      if (error instanceof BadTarget) throw error;
      damaged += 1;
      terminal.complain(`${time}  cannot be restored: ${(error as Error).message}`);
    }
  }
  if (names.length === 0) terminal.say(`No complete backups in ${target.name}`);
  return damaged === 0 ? 0 : 1;
}

function describe(name: string, { version, blobs, tables, created }: Manifest): string {
  const bytes = [...tables, blobs].reduce((sum, { size }) => sum + size, 0);
  const missing = blobs.missing.length === 0 ? '' : `, ${blobs.missing.length} of them missing`;
  // The clock was set back before.
  const isNamedLater = timeOfBackup(name).getTime() - Date.parse(created) > 1000;
  return (
    `version ${version}, database ${sizeText(bytes)}, ${counted(blobs.count, 'blob')} with ${sizeText(blobs.bytes)}${missing}` +
    (isNamedLater ? `, created ${created.slice(0, 19)}Z` : '')
  );
}

async function verify({ target, values, terminal }: Call): Promise<number> {
  await target.require();
  const names = values.at === undefined ? await target.list() : [await select(target, values.at)];
  if (names.length === 0) throw new BadTarget(`No complete backups in ${target.name}`);
  const line = new ProgressLine(terminal);
  const { backups, blobs, bytes, faults, unread } = await verifyTarget(target, names, (done, total) =>
    line.show('verify', done, total),
  );
  line.end();
  for (const reason of unread) terminal.complain(`Not verified: ${reason}`);
  for (const { path, reason, backups: affected } of faults)
    terminal.complain(`${path} is ${reason}, part of ${affected.join(', ')}`);
  terminal.say(
    `Verified ${counted(backups, 'backup')}, ${counted(blobs, 'blob')} with ${sizeText(bytes)}: ${counted(faults.length, 'damaged or missing file')}`,
  );
  for (const step of repairsOf(faults)) terminal.complain(step);
  return faults.length === 0 && unread.length === 0 ? 0 : 1;
}

async function restore(call: Call): Promise<number> {
  const { target, values, terminal } = call;
  if (values.home === undefined) throw new UsageError('lading restore needs --home DIR, an empty directory');
  await target.require();
  const settings = settingsOf(call);
  const name = await select(target, values.at);
  const line = new ProgressLine(terminal);
  const given: RestoreOptions = {
    ...{ target, name, settings, key: await keyOf(call, settings.secretsKey) },
    allowDamaged: values['allow-damaged'] ?? false,
    progress: (phase, done, total) => line.show(phase, done, total),
  };
  const { manifest, damaged } = await restoreBackup(given).finally(() => line.end());
  const lost = new Set([...manifest.blobs.missing, ...damaged]);
  terminal.say(
    `Restored backup ${name}: ${counted(manifest.tables.length, 'table')}, ${counted(manifest.blobs.count - lost.size, 'blob')}. ` +
      `Start the server with LADING_HOME=${settings.home}. Scheduled backups are off until you turn them on.`,
  );
  if (lost.size > 0)
    terminal.complain(
      lost.size === 1
        ? '1 blob is missing: its files cannot be downloaded'
        : `${lost.size} blobs are missing: their files cannot be downloaded`,
    );
  if (values['new-secrets-key']) terminal.say('Enter the stored secrets again: their key was not given.');
  return 0;
}

async function keyOf({ values }: Call, own: Buffer | undefined): Promise<RestoreOptions['key']> {
  const file = values['secrets-key'];
  if (values['new-secrets-key']) {
    if (file !== undefined) throw new UsageError('--secrets-key and --new-secrets-key exclude each other');
    return 'new';
  }
  return file === undefined ? own : readKeyFile(file);
}

/**
 * Returns the newest backup at or before a time. `at` is a date, a time in ISO 8601, or the name of
 * a backup.
 */
async function select(target: BackupTarget, at: string | undefined): Promise<string> {
  const names = await target.list();
  const [newest] = names;
  if (newest === undefined) throw new BadTarget(`No complete backups in ${target.name}`);
  if (at === undefined || names.includes(at)) return at ?? newest;
  const until = new Date(/^\d{4}-\d\d-\d\d$/.test(at) ? `${at}T23:59:59Z` : at).getTime();
  if (Number.isNaN(until))
    throw new UsageError(`--at ${at} is not a time. Expected a time such as 2026-01-31T14:05:00Z`);
  const found = names.find((name) => timeOfBackup(name).getTime() <= until);
  if (found === undefined) throw new BadTarget(`No backup at or before ${at}. The oldest is ${names.at(-1)}`);
  return found;
}
