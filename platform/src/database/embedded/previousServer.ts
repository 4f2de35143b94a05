import { existsSync } from 'node:fs';
import { readdir, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** How long a server that lost its parent may take to end by itself before it is told to, in milliseconds. */
const patience = 2000;
const deadline = 15_000;

/**
 * Waits until a server that was left from before has ended, and removes its marks. The caller holds the lock of the data
 * folder, so whoever still works in it has lost its parent: the kernel has told it to stop, or this does. Without this the next
 * server would take their number for a sign of life, although it is a dead process's, or by now another program's.
 */
export async function endPreviousServer(data: string, sockets: string): Promise<void> {
  const marks = [join(data, 'postmaster.pid'), join(sockets, '.s.PGSQL.5432.lock')];
  if (!marks.some(existsSync) || !existsSync('/proc/self/cwd')) return;
  const started = Date.now();
  let told = false;
  for (let pids = await processesIn(data); pids.length > 0; pids = await processesIn(data)) {
    if (!told && Date.now() - started > patience) {
      for (const pid of pids) process.kill(pid, 'SIGQUIT');
      told = true;
    }
    if (Date.now() - started > deadline) {
      throw new Error(`PostgreSQL is still running in ${data}. Stop process ${pids.join(', ')} first.`);
    }
    await wait(10);
  }
  for (const mark of marks) await rm(mark, { force: true });
}

/** PostgreSQL's processes work in their data folder, and nobody else does. */
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
