import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Storage } from '../storage/storage.ts';
import { currentStorage } from '../storage/storage.ts';
import { keepHouse } from './housekeeping.ts';

describe('housekeeping', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs each job in its time, also after one has failed, until the app closes', async () => {
    const storage = {} as Storage;
    const ran: string[] = [];
    const app = Fastify();
    keepHouse(app, storage, [
      { name: 'failing', every: 60, run: () => Promise.reject(new Error('no')) },
      {
        name: 'often',
        every: 120,
        run: async () => ran.push(currentStorage() === storage ? 'often' : 'nowhere'),
      },
      { name: 'seldom', every: 3600, run: async () => ran.push('seldom') },
    ]);
    await app.ready();
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    expect(ran).toEqual(['often', 'often']);
    await vi.advanceTimersByTimeAsync(6 * 60_000);
    expect(ran.filter((name) => name === 'seldom')).toHaveLength(1);
    await app.close();
    const before = ran.length;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(ran).toHaveLength(before);
  });
});
