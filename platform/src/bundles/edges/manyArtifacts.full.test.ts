import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { manyFiles } from '../testing/manyFiles.ts';
import { type EdgeWorlds, edgeWorlds } from './testing/edgeWorlds.ts';

const count = 10_000;
const missing = 100;

let worlds: EdgeWorlds;
beforeAll(async () => {
  worlds = await edgeWorlds();
});
afterAll(() => worlds?.close());

it('creates a version of 10,000 artifacts, and sends only the 100 that an edge lacks', async () => {
  const { source, edge, proxy } = worlds;
  await manyFiles(source, 'libs', count - missing);
  await manyFiles(edge, 'libs-prod', count - missing);
  for (let at = 0; at < missing; at++) await source.deploy(`libs/new/${at}.bin`, `new content ${at}`);
  const paths = [
    ...Array.from({ length: count - missing }, (_, n) => `libs/many/${n + 1}.bin`),
    ...Array.from({ length: missing }, (_, n) => `libs/new/${n}.bin`),
  ];
  const began = performance.now();
  expect((await source.create('many', '1', paths)).status).toBe(201);
  const took = performance.now() - began;
  proxy.requests.length = 0;
  const sent = performance.now();
  await worlds.order('many', '1');
  const done = await worlds.reached('many', '1', /completed|failed/);
  process.stdout.write(
    `Created in ${Math.round(took)} ms, distributed in ${Math.round(performance.now() - sent)} ms\n`,
  );

  const bytes = Array.from({ length: missing }, (_, at) => `new content ${at}`.length).reduce(
    (a, b) => a + b,
  );
  expect(done).toMatchObject({
    ...{ state: 'completed', message: '', attempts: 1, blobs: missing, blobsSent: missing },
    ...{ bytes, bytesSent: bytes },
  });
  const kinds = proxy.requests.map(
    ({ method, path }) => `${method} ${/blobs|complete/.exec(path)?.[0] ?? 'record'}`,
  );
  expect([kinds[0], kinds.at(-1), kinds.length]).toEqual(['PUT record', 'POST complete', missing + 2]);
  expect(kinds.filter((kind) => kind === 'PUT blobs')).toHaveLength(missing);
  expect(new Set(proxy.requests.map(({ path }) => path)).size).toBe(missing + 2);
  expect(proxy.acknowledged()).toBe(bytes);
  const { rows } = await withStorage(edge.platform.storage, () =>
    db().execute(sql`SELECT count(*)::integer AS files FROM files WHERE repo = 'libs'`),
  );
  expect(rows).toEqual([{ files: count }]);
  // Three times the goal: other tests use the machine, too.
  expect(took).toBeLessThan(15_000);
});
