import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { backupJob } from './runBackups.ts';
import { listRuns, type RunRow } from './runs.ts';

describe('the backup job', () => {
  let platform: TestPlatform;
  let target: string;
  beforeEach(async () => {
    target = await mkdtemp(join(tmpdir(), 'lading-backups-'));
    platform = await testPlatform();
  });
  afterEach(async () => {
    await platform.close();
    await rm(target, { recursive: true, force: true });
  });

  const ask = (statement: ReturnType<typeof sql>) =>
    withStorage(platform.storage, () => db().execute(statement));
  /** Stores a daily schedule at midnight, saved that many days ago. */
  const schedule = (savedDaysAgo: number) =>
    ask(sql`INSERT INTO backup_settings (target, enabled, hour, days, keep, changed, changed_by)
      VALUES (${target}, true, 0, '{0,1,2,3,4,5,6}', 7, now() - make_interval(days => ${savedDaysAgo}), 'admin')`);
  async function run(until: (runs: RunRow[]) => boolean): Promise<RunRow[]> {
    await platform.app.jobs.runNow(backupJob);
    for (;;) {
      const runs = await withStorage(platform.storage, listRuns);
      if (until(runs)) return runs;
      await wait(50);
    }
  }
  const ended = (runs: RunRow[]) => runs.some(({ state }) => state === 'succeeded' || state === 'failed');
  const idle = async () => {
    const states = await platform.app.jobs.states();
    return states.find(({ name }) => name === backupJob)?.state === 'idle';
  };

  it('backs up by schedule, once for each scheduled time', async () => {
    await schedule(2);
    expect(await run(ended)).toMatchObject([{ state: 'succeeded', requestedBy: null }]);
    while (!(await idle())) await wait(20);
    await platform.app.jobs.runNow(backupJob);
    await wait(500);
    expect(await withStorage(platform.storage, listRuns)).toHaveLength(1);
  });

  it('does not catch up with a schedule that was just saved', async () => {
    await schedule(0);
    await platform.app.jobs.runNow(backupJob);
    await wait(1000);
    expect(await withStorage(platform.storage, listRuns)).toEqual([]);
  });

  it('continues a backup of a killed server, and abandons one that kills the server each time', async () => {
    await ask(sql`INSERT INTO backup_runs (target, state, requested_by, attempts, started)
      VALUES (${target}, 'running', 'ada', 1, now()), (${target}, 'running', 'ada', 3, now())`);
    const runs = await run((all) => all.every(({ state }) => state === 'succeeded' || state === 'failed'));
    expect(runs).toMatchObject([
      { state: 'failed', error: 'The server ended during this backup' },
      { state: 'succeeded', name: expect.any(String) },
    ]);
    expect(await readdir(join(target, 'backups'))).toEqual([runs[1]?.name]);
  });
});
