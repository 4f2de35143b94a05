import type { StatusHistory, StatusTimeline } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../../testing/testPlatform.ts';
import { beat } from '../nodes.ts';
import type { Observation } from './changes.ts';
import { deleteOldChanges } from './changes.ts';
import { StatusRecorder } from './StatusRecorder.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
  // The first heartbeat of the server itself, and the observations that follow it.
  const observed = async () => (await history()).timelines.map(({ kind }) => kind);
  await vi.waitFor(async () => expect(await observed()).toEqual(expect.arrayContaining(['node', 'disk'])));
});
afterAll(() => platform.close());

const inDatabase = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);
const execute = (query: ReturnType<typeof sql>) => inDatabase(async () => (await db().execute(query)).rows);

async function history(): Promise<StatusHistory> {
  const headers = { authorization: platform.adminAuth };
  return (
    await platform.app.inject({ url: '/ui/api/v1/system/status/history', headers })
  ).json<StatusHistory>();
}

async function timeline(kind: StatusTimeline['kind'], name = ''): Promise<StatusTimeline | undefined> {
  return (await history()).timelines.find((each) => each.kind === kind && each.name === name);
}

/** States with their rounded minutes, oldest first. */
async function states(kind: StatusTimeline['kind'], name = ''): Promise<(string | number)[][]> {
  const periods = (await timeline(kind, name))?.periods ?? [];
  return periods.map(({ state, from, to }) => [state, Math.round((to - from) / minute)]);
}

const healthy: Observation = { kind: 'node', name: '', state: 'ok', message: '' };
const blobs = (state: Observation['state'], message = ''): Observation => ({
  ...{ kind: 'blobs', name: '', state, message },
});

/** A node of the same database. Time passes for it by moving its records into the past. */
class OtherNode {
  readonly id: string;
  recorder: StatusRecorder;
  clock = 0;

  constructor(id: string) {
    this.id = id;
    this.recorder = new StatusRecorder(id, () => this.clock);
  }

  beat(...observations: Observation[]): Promise<void> {
    return inDatabase(async () => {
      const { id } = this;
      const state = { state: 'HEALTHY', message: '' } as const;
      const written = await beat({ id, version: '0.1.0', services: ['artifactory'], url: '', ...state }, 1);
      await this.recorder.record(written, [healthy, ...observations]);
    });
  }

  async wait(milliseconds: number): Promise<void> {
    this.clock += milliseconds;
    const by = sql`make_interval(secs => ${milliseconds / 1000})`;
    await execute(sql`update nodes set heartbeat = heartbeat - ${by} where id = ${this.id}`);
    await execute(sql`update status_changes set began = began - ${by} where node = ${this.id}`);
  }

  /** Starts the server again, after it was killed or stopped. */
  start(): void {
    this.recorder = new StatusRecorder(this.id, () => this.clock);
  }
}

const count = async (node: OtherNode) =>
  (await execute(sql`select 1 from status_changes where node = ${node.id}`)).length;

describe('the history of the service status [stat-01]', () => {
  let node: OtherNode;
  let other: OtherNode;
  beforeEach(async () => {
    await execute(sql`delete from nodes where id like 'test-%'`);
    [node, other] = [new OtherNode('test-a'), new OtherNode('test-b')];
  });

  it('contains this node, the database, the blob store, and the disk, and nothing that is not in use', async () => {
    const { from, to, timelines } = await history();
    expect(to - from).toBe(31 * day);
    expect(timelines.map(({ kind }) => kind)).toEqual(['node', 'database', 'blobs', 'disk']);
    for (const { periods } of timelines) {
      expect(periods.map(({ state }) => state)).toEqual(['unknown', 'ok']);
      expect([periods[0]?.from, periods.at(-1)?.to]).toEqual([from, to]);
    }
  });

  it('does not write anything while nothing changes', async () => {
    await node.beat(blobs('ok'));
    for (let beats = 0; beats < 5; beats++) {
      await node.wait(15_000);
      await node.beat(blobs('ok'));
    }
    expect(await count(node)).toBe(2);
  });

  it('shows a killed node as offline from its last heartbeat, before and after it starts again', async () => {
    await node.beat();
    await other.beat();
    await node.wait(60 * minute);
    expect((await states('node', node.id)).slice(1)).toEqual([['offline', 60]]);
    expect((await states('node', other.id)).slice(1)).toEqual([['ok', 0]]);
    node.start();
    await node.beat();
    await node.wait(1 * minute - 1000);
    await node.beat();
    expect((await states('node', node.id)).slice(1)).toEqual([
      ['offline', 60],
      ['ok', 1],
    ]);
  });

  it('shows a restart after a kill that others did not notice', async () => {
    await node.beat();
    await node.wait(15_000);
    await node.beat();
    await node.wait(30_000);
    node.start();
    await node.beat();
    const periods = (await timeline('node', node.id))?.periods.slice(1) ?? [];
    expect(periods.map(({ state }) => state)).toEqual(['ok', 'offline', 'ok']);
    const offline = periods[1];
    expect(Math.round(((offline?.to ?? 0) - (offline?.from ?? 0)) / 1000)).toBe(30);
  });

  it('shows a graceful stop as such', async () => {
    await node.beat();
    await node.wait(15_000);
    await inDatabase(() => node.recorder.stop());
    await node.wait(5 * minute);
    node.start();
    await node.beat();
    expect((await states('node', node.id)).slice(1)).toEqual([
      ['ok', 0],
      ['stopped', 5],
      ['ok', 0],
    ]);
  });

  it('shows the time without a database as failed, not as offline', async () => {
    await node.beat();
    await node.wait(15_000);
    node.recorder.noteFailure();
    await node.wait(10 * minute);
    node.recorder.noteFailure();
    await node.beat(blobs('ok'), { kind: 'database', name: '', state: 'ok', message: '' });
    expect((await states('node', node.id)).slice(1).map(([state]) => state)).toEqual(['ok', 'failed', 'ok']);
    const failed = (await timeline('database'))?.periods.find(({ state }) => state === 'failed');
    expect(failed).toMatchObject({ message: 'The database is not responding', node_ids: [node.id] });
    expect(Math.round(((failed?.to ?? 0) - (failed?.from ?? 0)) / minute)).toBe(10);
  });

  it('combines what several nodes saw of a dependency, with the cause', async () => {
    await node.beat(blobs('ok'));
    await other.beat(blobs('ok'));
    await node.beat(blobs('failed', 'EIO: i/o error'));
    const last = (await timeline('blobs'))?.periods.at(-1);
    expect(last).toMatchObject({ state: 'failed', message: 'EIO: i/o error', node_ids: [node.id] });
  });

  it('limits the rows of a state that changes all the time, and shows the worse state', async () => {
    for (let beats = 0; beats < 40; beats++) {
      await node.beat(blobs(beats % 2 === 0 ? 'ok' : 'failed'));
      await node.wait(15_000);
    }
    expect(await count(node)).toBeLessThanOrEqual(8);
    await node.beat(blobs('ok'));
    expect((await states('blobs')).at(-1)?.[0]).toBe('failed');
    for (let hour = 0; hour < 61; hour++) await node.wait(minute);
    await node.beat(blobs('ok'));
    expect((await states('blobs')).at(-1)?.[0]).toBe('ok');
  });

  it('deletes old changes, but not the state that still lasts', async () => {
    await node.beat(blobs('ok'));
    await node.wait(day);
    await node.beat(blobs('failed'));
    await node.wait(minute);
    await node.beat(blobs('ok'));
    await node.wait(32 * day);
    await node.beat(blobs('ok'));
    await inDatabase(deleteOldChanges);
    const rows = await execute(
      sql`select kind, state from status_changes where node = ${node.id} order by began`,
    );
    expect(rows.filter(({ kind }) => kind === 'blobs')).toEqual([{ kind: 'blobs', state: 'ok' }]);
    expect((await states('blobs')).map(([state]) => state)).not.toContain('failed');
  });

  it('forgets a node that is removed', async () => {
    await node.beat();
    await node.wait(2 * minute);
    await execute(sql`delete from nodes where id = ${node.id}`);
    expect(await timeline('node', node.id)).toBeUndefined();
    expect(await count(node)).toBe(0);
    await node.beat();
    expect((await states('node', node.id)).map(([state]) => state)).toEqual(['unknown', 'ok']);
  });

  it('shows the last 500 changes of a state that changes often', async () => {
    await node.beat();
    await execute(sql`insert into status_changes (node, kind, name, began, state, message)
      values (${node.id}, 'node', '', now() - interval '32 days', 'ok', '')`);
    await execute(sql`insert into status_changes (node, kind, name, began, state, message)
      select ${node.id}, 'upstream', 'flaky', now() - make_interval(mins => at),
        case when at % 2 = 0 then 'ok' else 'failed' end, '' from generate_series(1, 2000) at`);
    const [first, ...others] = await states('upstream', 'flaky');
    expect(first).toEqual(['unknown', (31 * day) / minute - 500]);
    expect(others).toHaveLength(500);
  });

  it('is only for administrators', async () => {
    const answer = await platform.app.inject({ url: '/ui/api/v1/system/status/history' });
    expect(answer.statusCode).toBe(401);
  });
});
