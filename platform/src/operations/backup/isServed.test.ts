import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { connectionUrl } from '../../database/connectionUrl.ts';
import { db, withStorage } from '../../database/db.ts';
import { testStorage } from '../../testing/testStorage.ts';
import { isServed } from './isServed.ts';

it('an installation is served while one of its nodes is online', async () => {
  // Without a server, whose own heartbeats could come at any time.
  const { storage, close } = await testStorage();
  try {
    await withStorage(storage, async () => {
      const url = connectionUrl();
      expect(await isServed(url)).toBe(false);
      await db().execute(sql`INSERT INTO nodes (id, started, heartbeat, version, services, url)
        VALUES ('lading-00000000000b', now(), now() - interval '2 minutes', '0.1.0', '{artifactory}', '')`);
      expect(await isServed(url)).toBe(false);
      await db().execute(sql`UPDATE nodes SET heartbeat = now() + interval '1 hour'`);
      expect(await isServed(url)).toBe(true);
      await db().execute(sql`UPDATE nodes SET stopped = true`);
      expect(await isServed(url)).toBe(false);
    });
  } finally {
    await close();
  }
});
