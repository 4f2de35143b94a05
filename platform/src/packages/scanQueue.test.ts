import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { publish } from './testing/publish.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform?.close());

/** Takes what is queued. */
async function queued(name: string): Promise<string[]> {
  const { rows } = await db().execute<{ version: string }>(sql`
    DELETE FROM scan_queue WHERE package_id IN (SELECT id FROM packages WHERE name = ${name}) RETURNING version`);
  return rows.map(({ version }) => version).sort();
}

it('queues a version that is new or has other licenses, in the transaction that indexes it', () =>
  withStorage(platform.storage, async () => {
    await publish({ name: 'kite', version: '1.0.0', licenses: ['MIT'] });
    await publish({ name: 'kite', version: '1.1.0', licenses: ['MIT'] });
    expect(await queued('kite')).toEqual(['1.0.0', '1.1.0']);
    await publish({ name: 'kite', version: '1.0.0', licenses: ['MIT'], description: 'changed' });
    expect(await queued('kite')).toEqual([]);
    await publish({ name: 'kite', version: '1.0.0', licenses: ['ISC'] });
    expect(await queued('kite')).toEqual(['1.0.0']);
  }));
