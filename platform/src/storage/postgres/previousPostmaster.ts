import { readFile, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** How long a server that lost its parent may take to end by itself before it is told to. */
const patience = 2000;
const deadline = 15_000;

/**
 * Waits until a server that was left from before has ended. The caller holds the lock of the data folder, so whoever still
 * works on it has lost its parent: the kernel has told it to stop, or this does.
 */
export async function previousPostmaster(data: string): Promise<void> {
  const started = Date.now();
  let told = false;
  for (;;) {
    const pid = await runningOn(data);
    if (pid === undefined) return;
    if (!told && Date.now() - started > patience) {
      process.kill(pid, 'SIGQUIT');
      told = true;
    }
    if (Date.now() - started > deadline)
      throw new Error(`PostgreSQL process ${pid} still runs on ${data}: end it first`);
    await wait(10);
  }
}

async function runningOn(data: string): Promise<number | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  // A number may have been given to another program since: only one whose folder this is, is meant.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return folder !== undefined && folder === (await realpath(data)) ? pid : undefined;
}
