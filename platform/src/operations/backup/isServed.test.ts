import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { connectionUrl } from '../../database/connectionUrl.ts';
import { db, withStorage } from '../../database/db.ts';
import { testPlatform } from '../../testing/testPlatform.ts';
import { isServed } from './isServed.ts';

it('an installation is served while one of its nodes is online', async () => {
  const platform = await testPlatform();
  try {
    await withStorage(platform.storage, async () => {
      await db().execute(sql`DELETE FROM nodes`);
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
    await platform.close();
  }
});
