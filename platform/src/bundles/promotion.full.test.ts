import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { recordEvents } from '../events/testing/recordEvents.ts';
import { type BundleWorld, bundleWorld, LIFECYCLE } from './testing/bundleWorld.ts';
import { manyFiles } from './testing/manyFiles.ts';

let world: BundleWorld;
beforeAll(async () => {
  world = await bundleWorld();
});
afterAll(() => world?.close());

const count = 10_000;

it('promotes 10,000 artifacts in at most 20 s, with their properties, events, and packages', async () => {
  await manyFiles(world, 'libs', count);
  const paths = Array.from({ length: count }, (_, n) => `libs/many/${n + 1}.bin`);
  expect((await world.create('many', '1', paths)).status).toBe(201);
  const recorded = recordEvents(world.platform.storage);

  const began = performance.now();
  const promoted = await world.call('POST', `${LIFECYCLE}/promotion/records/many/1?async=false`, {
    environment: 'PROD',
  });
  const took = performance.now() - began;

  expect([promoted.status, promoted.message]).toEqual([201, '']);
  const events = await recorded.take(2 * count + 2);
  recorded.stop();
  expect(events.filter(({ type }) => type === 'artifact.copied')).toHaveLength(count);
  expect(events.filter(({ type }) => type === 'artifact_property.added')).toHaveLength(count);
  const [row] = await withStorage(world.platform.storage, async () => {
    const { rows } = await db().execute(sql`
      SELECT (SELECT count(*)::integer FROM files WHERE repo = 'libs-prod') AS files,
        (SELECT sum(files)::integer FROM file_counts WHERE repo = 'libs-prod') AS counted,
        (SELECT count(*)::integer FROM versions WHERE repo = 'libs-prod') AS versions,
        (SELECT count(*)::integer FROM file_properties p JOIN files f ON f.id = p.file_id WHERE f.repo = 'libs-prod') AS properties`);
    return rows;
  });
  expect(row).toEqual({ files: count, counted: count, versions: count, properties: count });
  expect(took).toBeLessThan(20_000);
});
