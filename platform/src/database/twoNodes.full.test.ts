import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { compileServer, freePort, ServerProcess } from '../testing/serverProcess.ts';
import { emptyDatabase, type TestDatabase } from '../testing/testDatabase.ts';

/** `LADING_TEST_ROUNDS=20` repeats the concurrent start. */
const rounds = Number(process.env.LADING_TEST_ROUNDS ?? 2);
const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');

let place: string;
let database: TestDatabase;
const nodes: ServerProcess[] = [];
beforeAll(() => compileServer());
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'lading-nodes-'));
  await mkdir(join(place, 'blobs'));
  database = await emptyDatabase();
});
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.stop()));
  await database.drop();
  await rm(place, { recursive: true, force: true });
});

async function start(home: string, more: Record<string, string> = {}): Promise<ServerProcess> {
  const node = new ServerProcess(join(place, home), await freePort(), {
    LADING_DATABASE_URL: database.url,
    LADING_BLOB_URL: pathToFileURL(join(place, 'blobs')).href,
    LADING_SECRETS_KEY: key(1),
    ...more,
  });
  nodes.push(node);
  return node;
}

const nodeId = async ({ url }: ServerProcess) => {
  const health = await fetch(`${url}/router/api/v1/system/health`);
  return ((await health.json()) as { router: { node_id: string } }).router.node_id;
};

it.each(Array.from({ length: rounds }, (_, round) => round + 1))(
  'starts two nodes at the same time on an empty database, round %i',
  async () => {
    const [one, other] = await Promise.all([start('one'), start('other')]);
    const started = await Promise.all([one.answers(), other.answers()]);
    expect([started, one.errors, other.errors]).toEqual([[true, true], '', '']);
  },
);

it('gives each node a persistent ID', async () => {
  const [one, other] = [await start('one'), await start('other')];
  expect([await one.answers(), await other.answers()]).toEqual([true, true]);
  const first = await nodeId(one);
  expect(first).toMatch(/^lading-[0-9a-f]{12}$/);
  expect(await nodeId(other)).not.toBe(first);
  await one.stop();
  const again = await start('one');
  expect(await again.answers()).toBe(true);
  expect(await nodeId(again)).toBe(first);
});

it('rejects a node with another encryption key than that of the database', async () => {
  const one = await start('one');
  expect(await one.answers()).toBe(true);
  const other = await start('other', { LADING_SECRETS_KEY: key(2) });
  expect(await other.answers()).toBe(false);
  expect([await other.ended, other.errors]).toEqual([
    1,
    expect.stringMatching(
      /^Lading: LADING_SECRETS_KEY is not the encryption key of the secrets in the database. .*\n$/,
    ),
  ]);
  const keyless = await start('keyless', { LADING_SECRETS_KEY: '' });
  expect(await keyless.answers()).toBe(false);
  expect(keyless.errors).toMatch(/^Lading: The key in .*secrets\.key is not the encryption key/);
});
