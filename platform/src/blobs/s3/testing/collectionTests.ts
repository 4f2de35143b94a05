import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { db } from '../../../database/db.ts';
import { collectBlobs, sweepBlobs } from '../../../storage/collectBlobs.ts';
import { blobs } from '../../../storage/storage.ts';
import { keyOf, type StoreTest } from './useStore.ts';

/** Tests garbage collection. */
export function testCollection(store: StoreTest): void {
  const { within, put, has, keys } = store;

  describe('garbage collection in an object store', () => {
    const age = (sha256: string) =>
      within(() =>
        db().execute(sql`update blobs set touched = now() - interval '2 days' where sha256 = ${sha256}`),
      );

    it('deletes only what nothing references', async () => {
      const [kept, unused] = [await put('kept'), await put('unused')];
      await within(() => db().execute(sql`insert into uses values (${kept.sha256})`));
      for (const { sha256 } of [kept, unused]) await age(sha256);
      // Objects have the time of the service, which a test cannot change, so the grace period is 0.
      await vi.waitFor(async () => {
        await within(() => collectBlobs(0));
        await within(() => sweepBlobs(0));
        expect(await keys(unused.sha256.slice(0, 2))).not.toContain(keyOf(unused.sha256));
      });
      expect([await has(kept.sha256), await has(unused.sha256)]).toEqual([true, false]);
      await within(() => db().execute(sql`delete from uses`));
    });

    it('keeps an object that was stored within the grace period', async () => {
      const { sha256 } = await put('again');
      await within(() => db().execute(sql`delete from blobs where sha256 = ${sha256}`));
      expect(await within(() => blobs().remove(sha256, new Date(Date.now() - 86_400_000)))).toBe(false);
      await within(() => sweepBlobs());
      expect(await keys(sha256.slice(0, 2))).toContain(keyOf(sha256));
    });
  });
}
