import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { db, transaction, withStorage } from '../database/db.ts';
import { type TreePlatform, treePlatform } from '../tree/testing/treePlatform.ts';
import { announce, isAnnounced } from './announce.ts';
import type { PlatformEvent } from './Event.ts';
import { allTypes } from './testing/recordEvents.ts';

let tree: TreePlatform;
beforeAll(async () => {
  tree = await treePlatform();
});
afterAll(() => tree.platform.close());

const inside = <T>(work: () => Promise<T>) => withStorage(tree.platform.storage, work);
const locked = () => announce('user.locked', () => ({ userName: 'ann' }));

describe('events', () => {
  it('contain the user, action, path, state before and after, time, node, and request ID', async () => {
    const events: PlatformEvent[] = [];
    const stop = tree.platform.app.platform.events.add({
      name: 'reads',
      types: ['artifact.deployed'],
      afterCommit: (all) => void events.push(...all),
    });
    const request = { method: 'PUT', url: '/artifactory/generic-local/said.txt' } as const;
    const headers = { authorization: tree.platform.adminAuth };
    const inject = (payload: string) =>
      tree.platform.app.inject({ ...request, headers, payload, remoteAddress: '192.0.2.9' });
    await inject('one');
    const answer = await inject('other');
    stop();
    const digests = [
      '7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed',
      'd9298a10d1b0735837dc4bd85dac641b0f3cef27a47e5d53a54f2f3f5b2fcffa',
    ];
    const [first, second] = events;
    expect(first?.facts).toEqual({
      ...{ repo: 'generic-local', path: 'said.txt', after: { sha256: digests[0], size: 3 } },
    });
    expect(second).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'artifact.deployed',
      facts: {
        ...{ repo: 'generic-local', path: 'said.txt' },
        before: { sha256: digests[0], size: 3 },
        after: { sha256: digests[1], size: 5 },
      },
      time: expect.any(Date),
      node: expect.stringMatching(/^lading-[0-9a-f]{12}$/),
      by: 'admin',
      requestId: answer.headers['x-request-id'],
      address: '192.0.2.9',
    });
    expect(second?.id).not.toBe(first?.id);
  });

  it('are not created without a subscriber', () =>
    inside(async () => {
      const describe = vi.fn(() => ({ userName: 'ann' }));
      announce('user.locked', describe);
      expect([describe.mock.calls.length, isAnnounced('user.locked')]).toEqual([0, false]);
    }));

  it('of one transaction arrive together, before its commit and after it, and never after a rollback', () =>
    inside(async () => {
      const seen: string[] = [];
      const stop = tree.platform.app.platform.events.add({
        name: 'both',
        types: ['user.locked'],
        async inTransaction(events) {
          await db().execute(sql`CREATE TEMPORARY TABLE outbox (id text) ON COMMIT DROP`);
          seen.push(`in transaction: ${events.length}`);
        },
        afterCommit: (events) => void seen.push(`after commit: ${events.length}`),
      });
      await transaction(async () => {
        locked();
        seen.push('work');
        await transaction(async () => locked());
      });
      await expect(
        transaction(async () => {
          locked();
          throw new Error('on purpose');
        }),
      ).rejects.toThrow('on purpose');
      stop();
      await transaction(async () => locked());
      expect(seen).toEqual(['work', 'in transaction: 2', 'after commit: 2']);
    }));

  it('are rejected outside of a transaction if a subscriber needs one', () =>
    inside(async () => {
      const stop = tree.platform.app.platform.events.add({
        name: 'durable',
        types: ['user.locked'],
        inTransaction: async () => undefined,
      });
      expect(locked).toThrow('user.locked was announced outside a transaction');
      stop();
    }));
});

it('lists every event type in the decision record', async () => {
  const record = new URL('../../../docs/adr/0039-events.md', import.meta.url);
  const text = await readFile(record, 'utf8');
  expect(allTypes.filter((type) => !text.includes(`\`${type}\``))).toEqual([]);
});

describe('a failing subscriber', () => {
  it('after the commit is logged by name and affects neither the request nor other subscribers', async () => {
    const logged = vi.spyOn(tree.platform.app.log, 'error');
    const heard: string[] = [];
    const stops = [
      tree.platform.app.platform.events.add({
        name: 'throws',
        types: ['artifact.deployed'],
        afterCommit: () => {
          throw new Error('on purpose');
        },
      }),
      tree.platform.app.platform.events.add({
        name: 'rejects',
        types: ['artifact.deployed'],
        afterCommit: () => Promise.reject(new Error('on purpose')),
      }),
      tree.platform.app.platform.events.add({
        name: 'hears',
        types: ['artifact.deployed'],
        afterCommit: (events) => void heard.push(...events.map(({ type }) => type)),
      }),
    ];
    await tree.put('generic-local', 'heard.txt');
    for (const stop of stops) stop();
    expect(heard).toEqual(['artifact.deployed']);
    expect(
      logged.mock.calls.map(([fields]) => (fields as unknown as { subscriber: string }).subscriber),
    ).toEqual(['throws', 'rejects']);
    logged.mockRestore();
  });

  it('in the transaction rolls back the change', async () => {
    const stop = tree.platform.app.platform.events.add({
      name: 'refuses',
      types: ['artifact.deployed'],
      inTransaction: () => Promise.reject(new Error('on purpose')),
    });
    const refused = await tree.call('PUT', '/artifactory/generic-local/refused.txt', 'text');
    stop();
    const there = await tree.call('GET', '/artifactory/generic-local/refused.txt');
    expect([refused.status, there.status]).toEqual([500, 404]);
  });
});
