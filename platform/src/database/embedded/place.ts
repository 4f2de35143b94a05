import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { Launcher } from './launcher.ts';
import { socketFolder } from './socketFolder.ts';

/** Directory that users other than root can access. */
const elsewhere = '/var/lib/lading';

/** No copy takes that long, in milliseconds. */
const STALE_MS = 86_400_000;

export interface Place {
  data: string;
  sockets: string;
  binaries: Binaries;
}

/**
 * Selects the directories of the embedded database. They are in the data directory, unless
 * PostgreSQL runs as another user, who may have no access to it. Then they are moved to
 * `/var/lib/lading`, and `postgres/elsewhere` in the data directory contains their path.
 */
export async function makePlace(home: string, launcher: Launcher, binaries: Binaries): Promise<Place> {
  const usual = join(home, 'postgres');
  await mkdir(usual, { recursive: true, mode: 0o700 });
  await chmod(usual, 0o700);
  const note = join(usual, 'elsewhere');
  const noted = await readFile(note, 'utf8').catch(() => undefined);
  if (!launcher.user && noted === undefined) {
    return { data: join(usual, 'data'), sockets: await socketFolder(home), binaries };
  }

  const hash = createHash('sha256').update(home).digest('hex').slice(0, 16);
  const folder = noted ?? join(elsewhere, hash);
  const place = { data: join(folder, 'data'), sockets: join(folder, 'run') };
  await mkdir(place.sockets, { recursive: true, mode: 0o700 });
  if (noted === undefined) {
    await chmod(elsewhere, 0o711);
    await chmod(folder, 0o700);
    await move(join(usual, 'data'), place.data);
    await writeFile(note, folder, { mode: 0o600, flush: true });
  }
  await changeOwner(launcher, folder);
  if (!launcher.user) return { ...place, binaries };
  await removeStaleCopies(elsewhere);
  return { ...place, binaries: await reachable(binaries, launcher) };
}

/**
 * Removes copies of programs that a killed server left behind. Younger ones may be in progress: in
 * containers that share the directory, the processes of other servers are not visible.
 */
export async function removeStaleCopies(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^programs-\d+\.new-/.test(name)) continue;
    const copy = join(folder, name);
    // Another server may remove it at the same time, or finish it.
    const { mtimeMs } = await lstat(copy).catch(() => ({ mtimeMs: now }));
    if (now - mtimeMs > STALE_MS) await rm(copy, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Moves a directory atomically, because the process may be interrupted. */
async function move(from: string, to: string): Promise<void> {
  if (!existsSync(from) || existsSync(to)) return;
  await rm(`${to}.new`, { recursive: true, force: true });
  await cp(from, `${to}.new`, { recursive: true, preserveTimestamps: true });
  spawnSync('sync');
  await rename(`${to}.new`, to);
  await rename(from, `${from}.moved`);
}

async function changeOwner(launcher: Launcher, folder: string): Promise<void> {
  const { uid, gid } = launcher.user ?? { uid: 0, gid: 0 };
  if ((await lstat(folder)).uid === uid) return;
  const { status, stderr } = spawnSync('chown', ['-R', `${uid}:${gid}`, folder], { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(
      `Failed to change the owner of the embedded database directory ${folder} to user ${uid}: ${stderr}`,
    );
}

/** Returns programs that the user can run: a copy if node_modules is not accessible. */
async function reachable(binaries: Binaries, launcher: Launcher): Promise<Binaries> {
  const { command, args } = launcher.wrap(binaries.postgres, ['--version']);
  if (spawnSync(command, args, { stdio: 'ignore' }).status === 0) return binaries;
  const installed = dirname(dirname(binaries.postgres));
  const { mtimeMs } = await lstat(binaries.postgres);
  const copy = join(elsewhere, `programs-${Math.floor(mtimeMs)}`);
  if (!existsSync(copy)) await copyWhole(installed, copy);
  return { ...binaries, postgres: join(copy, 'bin', 'postgres'), initdb: join(copy, 'bin', 'initdb') };
}

/** Copies a directory; several servers of a machine can do so at the same time. */
export async function copyWhole(from: string, to: string): Promise<void> {
  const unfinished = await mkdtemp(`${to}.new-`);
  try {
    await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
    await chmod(unfinished, 0o755);
    await rename(unfinished, to);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another server was faster.
    if (!existsSync(to)) throw error;
  }
}
