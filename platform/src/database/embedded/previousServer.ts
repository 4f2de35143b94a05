import { existsSync } from 'node:fs';
import { readdir, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * How long an orphaned server may take to end on its own before it gets a signal, in milliseconds.
 */
const gracePeriodMs = 2000;
const timeoutMs = 15_000;

/**
 * Waits until a previous server has ended, and removes its lock files. The caller holds the lock of
 * the data directory, so a server that still uses it is orphaned. Either the kernel has already
 * told it to stop, or this function does. Otherwise, the next server would treat the PID in the
 * lock files as a running server, although it belongs to a dead process or meanwhile to another
 * program.
 */
export async function endPreviousServer(data: string, sockets: string): Promise<void> {
  const marks = [join(data, 'postmaster.pid'), join(sockets, '.s.PGSQL.5432.lock')];
  if (!marks.some(existsSync) || !existsSync('/proc/self/cwd')) return;
  const started = Date.now();
  let told = false;
  for (let pids = await processesIn(data); pids.length > 0; pids = await processesIn(data)) {
    if (!told && Date.now() - started > gracePeriodMs) {
      for (const pid of pids) process.kill(pid, 'SIGQUIT');
      told = true;
    }
    if (Date.now() - started > timeoutMs) {
      throw new Error(`PostgreSQL is still running in ${data}. Stop process ${pids.join(', ')} first.`);
    }
    await wait(10);
  }
  for (const mark of marks) await rm(mark, { force: true });
}

/** Lists PostgreSQL's processes. Only they have the data directory as their working directory. */
async function processesIn(data: string): Promise<number[]> {
  const folder = await realpath(data);
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name) =>
      (await readlink(`/proc/${name}/cwd`).catch(() => '')) === folder ? [Number(name)] : [],
    ),
  );
  return found.flat();
}
