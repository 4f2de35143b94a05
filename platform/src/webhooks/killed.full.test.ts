import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, it, vi } from 'vitest';
import { compileServer, freePort, ServerProcess } from '../testing/serverProcess.ts';
import { emptyDatabase } from '../testing/testDatabase.ts';
import { Receiver } from './testing/Receiver.ts';

/** Number of times the server is killed: `LADING_TEST_ROUNDS=50`. */
const rounds = Number(process.env.LADING_TEST_ROUNDS ?? 5);
const password = 'a-password-of-tests-alone';
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;

/**
 * Returns the names of the test's own files: the first start also deploys the console's plugins.
 */
const receivedNames = ({ received }: Receiver) =>
  received
    .map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name)
    .filter((name) => name.startsWith('file-'));

it('loses no event of an acknowledged deployment when the server is killed, and keeps the order', {
  timeout: 240_000 + rounds * 60_000,
}, async () => {
  compileServer();
  const place = await mkdtemp(join(tmpdir(), 'lading-webhooks-'));
  await mkdir(join(place, 'blobs'));
  const database = await emptyDatabase();
  const receiver = await Receiver.start();
  const start = async () => {
    const node = new ServerProcess(join(place, 'home'), await freePort(), {
      LADING_DATABASE_URL: database.url,
      LADING_BLOB_URL: pathToFileURL(join(place, 'blobs')).href,
      LADING_SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
      LADING_ADMIN_PASSWORD: password,
      LADING_ALLOWED_NETWORKS: '127.0.0.1',
    });
    expect(await node.answers()).toBe(true);
    return node;
  };
  const send = (node: ServerProcess, method: string, path: string, body: string) =>
    fetch(`${node.url}${path}`, {
      method,
      body,
      headers: { authorization, 'content-type': 'application/json' },
    });
  const acknowledged: string[] = [];
  let count = 0;
  try {
    for (let round = 0; round < rounds; round++) {
      const node = await start();
      if (round === 0) {
        const made = await send(
          node,
          'POST',
          '/event/api/v1/subscriptions',
          JSON.stringify({
            key: 'deploys',
            event_filter: { domain: 'artifact', event_types: ['deployed'] },
            handlers: [{ handler_type: 'webhook', url: receiver.url }],
          }),
        );
        expect(made.status).toBe(201);
      }
      let running = true;
      const deploying = (async () => {
        while (running) {
          const name = `file-${String(count++).padStart(6, '0')}`;
          const answer = await send(node, 'PUT', `/artifactory/generic-local/${name}`, name).catch(
            () => undefined,
          );
          if (answer?.status === 201) acknowledged.push(name);
        }
      })();
      const enough = acknowledged.length + 5;
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(enough), {
        timeout: 60_000,
        interval: 5,
      });
      await delay(Math.random() * 300);
      node.kill();
      running = false;
      await Promise.all([node.ended, deploying]);
    }
    const node = await start();
    await vi.waitFor(
      () => {
        const received = new Set(receivedNames(receiver));
        expect(acknowledged.filter((name) => !received.has(name))).toEqual([]);
      },
      { timeout: 180_000, interval: 200 },
    );
    await node.stop();
    const first = [...new Set(receivedNames(receiver))];
    expect(acknowledged.length).toBeGreaterThan(5 * rounds);
    expect(first).toEqual([...first].sort());
  } finally {
    await receiver.stop();
    await database.drop();
    await rm(place, { recursive: true, force: true });
  }
});
