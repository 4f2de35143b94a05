import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StatusHistory } from '@lading/contract/rest';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compileServer, freePort, ServerProcess } from '../testing/serverProcess.ts';
import { emptyDatabase, type TestDatabase } from '../testing/testDatabase.ts';

const password = 'a-password-of-tests-alone';
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;

let place: string;
let database: TestDatabase;
let client: pg.Client;
const nodes: ServerProcess[] = [];
beforeEach(async () => {
  compileServer();
  place = await mkdtemp(join(tmpdir(), 'lading-status-'));
  await mkdir(join(place, 'blobs'));
  database = await emptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.stop()));
  await client.end();
  await database.drop();
  await rm(place, { recursive: true, force: true });
});

async function start(home: string): Promise<ServerProcess> {
  const node = new ServerProcess(join(place, home), await freePort(), {
    LADING_DATABASE_URL: database.url,
    LADING_BLOB_URL: pathToFileURL(join(place, 'blobs')).href,
    LADING_SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    LADING_ADMIN_PASSWORD: password,
  });
  nodes.push(node);
  expect(await node.answers()).toBe(true);
  return node;
}

/** Returns the recorded states of each node, as a node sees them. */
async function statesAt(node: ServerProcess): Promise<Map<string, string[]>> {
  const answer = await fetch(`${node.url}/ui/api/v1/system/status/history`, { headers: { authorization } });
  const { timelines } = (await answer.json()) as StatusHistory;
  const ofNodes = timelines.filter(({ kind }) => kind === 'node');
  return new Map(ofNodes.map(({ name, periods }) => [name, periods.map(({ state }) => state)]));
}

it('shows a killed node as offline to another node, also after its restart [stat-01]', {
  timeout: 240_000,
}, async () => {
  const one = await start('one');
  const [id = ''] = await vi.waitFor(async () => {
    const ids = [...(await statesAt(one)).keys()];
    expect(ids).toHaveLength(1);
    return ids;
  });
  const other = await start('other');
  await vi.waitFor(async () =>
    expect([...(await statesAt(other)).values()]).toEqual([
      ['unknown', 'ok'],
      ['unknown', 'ok'],
    ]),
  );
  one.kill();
  expect(await one.ended).toBe('SIGKILL');
  // Instead of waiting for a heartbeat, and then for a minute.
  await client.query("UPDATE status_changes SET began = began - interval '76 seconds'");
  await client.query("UPDATE nodes SET heartbeat = heartbeat - interval '61 seconds' WHERE id = $1", [id]);
  expect((await statesAt(other)).get(id)).toEqual(['unknown', 'ok', 'offline']);
  await start('one');
  await vi.waitFor(async () =>
    expect((await statesAt(other)).get(id)).toEqual(['unknown', 'ok', 'offline', 'ok']),
  );
});
