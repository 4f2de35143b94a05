import { getPriority } from 'node:os';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../settings/settings.ts';
import { openStorage } from '../storage/openStorage.ts';
import type { Storage } from '../storage/storage.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { db, inBackground, transaction, withStorage } from './db.ts';

let storage: Storage;

beforeAll(async () => {
  // Only sessions of the embedded database are processes of the server.
  const home = await temporaryFolder('lading-background-');
  storage = await openStorage(readSettings({ LADING_HOME: home, LADING_MIN_FREE_SPACE: '0' }));
});

afterAll(() => storage.close());

const session = async () => {
  const { rows } = await db().execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
  return rows[0]?.pid ?? 0;
};

it('runs background work on sessions of low priority', async () => {
  const [usual, background] = await withStorage(storage, async () => [
    await session(),
    await inBackground(async () => {
      const own = await session();
      expect(await transaction(session)).toBe(own);
      return own;
    }),
  ]);
  expect(getPriority(usual)).toBe(getPriority());
  // The tests can have an even lower priority.
  expect(getPriority(background)).toBe(Math.max(10, getPriority()));
});
