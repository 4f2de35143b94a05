import { createHook } from 'node:async_hooks';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { type TestStorage, testStorage } from '../testing/testStorage.ts';
import type { Job } from './Job.ts';
import { JobRunner } from './JobRunner.ts';
import { releaseJob, takeJob } from './jobTable.ts';

let test: TestStorage;
const logged: unknown[] = [];
const log = { debug: vi.fn(), info: vi.fn(), error: (entry: unknown) => void logged.push(entry) };
let nodes: JobRunner[] = [];
beforeAll(async () => {
  test = await testStorage();
});
beforeEach(() => withStorage(test.storage, () => db().execute(sql`DELETE FROM jobs`)));
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  nodes = [];
  logged.length = 0;
});
afterAll(() => test.close());

const quick = { lease: 0.3, watch: 0.1, firstRetry: 0.02, lastRetry: 0.08 };
function startNode(node: string, jobs: readonly Job[], times = quick): JobRunner {
  const runner = new JobRunner({ storage: test.storage, node, log, times });
  for (const job of jobs) runner.define(job);
  runner.start();
  nodes.push(runner);
  return runner;
}
const jobOf = (given: Partial<Job> & Pick<Job, 'run'>): Job => ({
  name: 'count',
  description: 'Counts',
  cluster: 'one',
  ...given,
});
const only = async (runner: JobRunner) => (await runner.states())[0];
/** Tracks the pending timers of jobs. */
function watchTimers(): { pending: Set<number>; end(): void } {
  const pending = new Set<number>();
  const hook = createHook({
    init(id, type) {
      if (type === 'Timeout' && /jobs\/JobRun/.test(new Error('here').stack ?? '')) pending.add(id);
    },
    destroy: (id) => void pending.delete(id),
  }).enable();
  return { pending, end: () => void hook.disable() };
}
const forever = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

describe('a job', () => {
  it('shows its run and the time of the next one', async () => {
    const node = startNode('a', [jobOf({ every: 3600, first: 0, run: async () => 3 })]);
    await vi.waitFor(async () => expect((await only(node))?.ended).toBeInstanceOf(Date));
    const state = await only(node);
    expect(state).toMatchObject({ name: 'count', state: 'idle', failures: 0, error: null, node: null });
    expect(state?.duration).toBeGreaterThanOrEqual(0);
    expect((state?.nextRun?.getTime() ?? 0) - (state?.ended?.getTime() ?? 0)).toBeCloseTo(3_600_000, -3);
    expect(log.info).toHaveBeenCalledWith(
      { job: 'count', deleted: 3, ms: expect.any(Number) },
      'Background job finished',
    );
  });

  it('is retried with exponential backoff after a failure, and shows its error until it succeeds', async () => {
    const began: number[] = [];
    let broken = true;
    const run = async () => {
      began.push(performance.now());
      if (broken) throw new Error('no such thing');
    };
    const node = startNode('a', [jobOf({ first: 0, run })]);
    await vi.waitFor(() => expect(began.length).toBeGreaterThanOrEqual(5));
    expect(await only(node)).toMatchObject({ error: 'no such thing', nextRun: expect.any(Date) });
    const pauses = began.slice(1, 5).map((at, index) => at - (began[index] ?? 0));
    for (const [index, least] of [20, 40, 80, 80].entries())
      expect(pauses[index]).toBeGreaterThanOrEqual(least - 2);
    expect(logged.length).toBeGreaterThanOrEqual(4);
    broken = false;
    await vi.waitFor(async () =>
      expect(await only(node)).toMatchObject({ state: 'idle', failures: 0, error: null, nextRun: null }),
    );
  });

  it('does not run more often after a failure when new work arrives', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      throw new Error('still broken');
    };
    const slow = { ...quick, firstRetry: 60, lastRetry: 60 };
    const node = startNode('a', [jobOf({ first: 0, run })], slow);
    await vi.waitFor(async () => expect(await only(node)).toMatchObject({ state: 'failed', failures: 1 }));
    for (let count = 0; count < 10; count++) node.wake('count');
    const other = startNode('b', [jobOf({ first: 0, run })], slow);
    await vi.waitFor(async () => expect((await only(other))?.failures).toBe(1));
    expect(runs).toBe(1);
    // An administrator can still run it.
    await node.runNow('count');
    await vi.waitFor(async () => expect((await only(node))?.failures).toBe(2));
  });

  it('runs pending work when its node starts again, although the schedule says later', async () => {
    const run = vi.fn(async () => {});
    let isPending = true;
    const job = jobOf({ every: 3600, first: 0, pending: async () => isPending, run });
    const node = startNode('a', [job]);
    await vi.waitFor(async () => expect((await only(node))?.ended).toBeInstanceOf(Date));
    // The node ends before it runs the job for new work.
    await node.stop();
    startNode('a', [job]);
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2));
    isPending = false;
    const last = startNode('a', [job]);
    await vi.waitFor(async () => expect((await only(last))?.nextRun).toBeInstanceOf(Date));
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('runs once for a request that another node serves first', async () => {
    const run = vi.fn(async () => {});
    const node = new JobRunner({ storage: test.storage, node: 'a', log, times: { lease: 60, watch: 60 } });
    nodes.push(node);
    node.define(jobOf({ run }));
    node.wake('count');
    await node.runNow('count');
    const key = { name: 'count', node: '' };
    const inStorage = <T>(action: () => Promise<T>) => withStorage(test.storage, action);
    const taken = await inStorage(() => takeJob(key, { holder: 'b', lease: 60, woken: false, early: 0 }));
    expect(taken.taken).toBe(true);
    node.start();
    // The attempt of this node has ended when its next one is in the future.
    await vi.waitFor(async () => expect((await only(node))?.nextRun?.getTime()).toBeGreaterThan(Date.now()));
    const outcome = { duration: 1, failures: 0, error: null, next: null };
    expect(await inStorage(() => releaseJob(key, 'b', outcome))).toBe(false);
    expect(run).not.toHaveBeenCalled();
  });

  it('runs once more for work that arrives while it runs', async () => {
    const ends: (() => void)[] = [];
    const node = startNode('a', [jobOf({ run: () => new Promise<void>((end) => ends.push(end)) })]);
    node.wake('count');
    await vi.waitFor(() => expect(ends).toHaveLength(1));
    for (let count = 0; count < 10; count++) node.wake('count');
    ends[0]?.();
    await vi.waitFor(() => expect(ends).toHaveLength(2));
    ends[1]?.();
    await vi.waitFor(async () => expect((await only(node))?.state).toBe('idle'));
    expect(ends).toHaveLength(2);
  });

  it('batches work for its settling time', async () => {
    let [work, runs, done] = [0, 0, 0];
    const run = async () => {
      runs += 1;
      done = work;
    };
    const node = startNode('a', [jobOf({ settle: 100, run })]);
    for (; work < 5; work++) {
      node.wake('count');
      await new Promise((resolve) => setImmediate(resolve));
    }
    await vi.waitFor(() => expect(runs).toBe(1));
    expect(done).toBe(5);
  });

  it('runs after other sequential jobs of its node', async () => {
    let [running, most] = [0, 0];
    const run = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    const node = startNode(
      'a',
      ['x', 'y', 'z'].map((name) => jobOf({ name, first: 0, sequential: true, run })),
    );
    await vi.waitFor(async () => {
      for (const { ended } of await node.states()) expect(ended).not.toBeNull();
    });
    expect(most).toBe(1);
  });
});

describe('two nodes with one database', () => {
  it('run a cluster job once, and a job of each node once on each', async () => {
    const ran: string[] = [];
    const both = (node: string) => [
      jobOf({ name: 'one', every: 3600, first: 0, run: async () => void ran.push('one') }),
      jobOf({ name: 'each', cluster: 'each', every: 3600, first: 0, run: async () => void ran.push(node) }),
    ];
    const [a, b] = [startNode('a', both('a')), startNode('b', both('b'))];
    await vi.waitFor(() => expect(ran).toHaveLength(3));
    await vi.waitFor(async () => expect((await a.states()).every(({ ended }) => ended)).toBe(true));
    expect(ran.sort()).toEqual(['a', 'b', 'one']);
    expect((await b.states()).map(({ name, node }) => [name, node])).toEqual([
      ['each', 'a'],
      ['each', 'b'],
      ['one', null],
    ]);
  });

  it('run it again on the node that runs it, for work of the other one', async () => {
    const ends: (() => void)[] = [];
    const job = jobOf({ run: () => new Promise<void>((end) => ends.push(end)) });
    const [a, b] = [startNode('a', [job]), startNode('b', [job])];
    a.wake('count');
    await vi.waitFor(() => expect(ends).toHaveLength(1));
    expect(await only(b)).toMatchObject({ state: 'running', node: 'a' });
    b.wake('count');
    await vi.waitFor(async () => {
      const { rows } = await withStorage(test.storage, () =>
        db().execute(sql`SELECT 1 FROM jobs WHERE requested IS NOT NULL`),
      );
      expect(rows).toHaveLength(1);
    });
    ends[0]?.();
    await vi.waitFor(() => expect(ends).toHaveLength(2));
    ends[1]?.();
  });

  it('take over from a killed node, and abort runs that were taken over', async () => {
    // A killed node holds the lease for another moment.
    await withStorage(test.storage, () =>
      db().execute(sql`INSERT INTO jobs (name, leased_by, leased_until, next_run)
        VALUES ('count', 'killed', now() + interval '0.3 seconds', now() + interval '1 day')`),
    );
    let runs = 0;
    const node = startNode('b', [jobOf({ every: 86_400, run: async () => void runs++ })]);
    expect(await only(node)).toMatchObject({ state: 'running', node: 'killed' });
    await vi.waitFor(() => expect(runs).toBe(1), { timeout: 3000 });

    let aborted = false;
    const other = startNode('c', [
      jobOf({
        name: 'frozen',
        first: 0,
        run: async (signal) => {
          await forever(signal);
          aborted = true;
        },
      }),
    ]);
    await vi.waitFor(async () => expect((await only(other))?.node).toBe('c'));
    await withStorage(test.storage, () =>
      db().execute(
        sql`UPDATE jobs SET leased_by = 'd', leased_until = now() + interval '1 minute' WHERE name = 'frozen'`,
      ),
    );
    await vi.waitFor(() => expect(aborted).toBe(true));
  });
});

describe('a stopping node', () => {
  it('aborts its runs, leaves them to other nodes, and leaves no timer', async () => {
    const timers = watchTimers();
    const node = startNode('a', [jobOf({ every: 3600, first: 0, run: forever })]);
    await vi.waitFor(async () => expect((await only(node))?.state).toBe('running'));
    await vi.waitFor(() => expect(timers.pending.size).toBe(2));
    await node.stop();
    await vi.waitFor(() => expect(timers.pending.size).toBe(0));
    timers.end();
    expect(logged).toEqual([]);
    let runs = 0;
    startNode('b', [jobOf({ every: 3600, run: async () => void runs++ })]);
    await vi.waitFor(() => expect(runs).toBe(1));
  });

  it('starts no more runs', async () => {
    let runs = 0;
    const node = startNode('a', [jobOf({ run: async () => void runs++ })]);
    await node.stop();
    const timers = watchTimers();
    node.wake('count');
    node.define(jobOf({ name: 'late', first: 0, run: async () => void runs++ }));
    expect([timers.pending.size, runs]).toEqual([0, 0]);
    timers.end();
  });
});
