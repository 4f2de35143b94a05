import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, it, vi } from 'vitest';
import { compileServer, freePort, ServerProcess } from '../testing/serverProcess.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { emptyDatabase } from '../testing/testDatabase.ts';
import { Receiver } from './testing/Receiver.ts';

/** Number of times the server is killed: `LADING_TEST_ROUNDS=50`. */
const rounds = Number(process.env.LADING_TEST_ROUNDS ?? 5);
const password = 'a-password-of-tests-alone';
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;

/** Webhooks, of which each receives one of 100 files in turn, and every tenth answers slowly. */
const webhooks = 100;
const slowness = 200;
const nameOf = (count: number) => `file-${String(count).padStart(6, '0')}-${count % webhooks}.txt`;
const webhookOf = (name: string) => Number(/-(\d+)\.txt$/.exec(name)?.[1]);

const receivedNames = ({ received }: Receiver) =>
  received.map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name);

it('loses no event of an acknowledged deployment when the server is killed, and keeps the order', {
  timeout: 240_000 + rounds * 60_000,
}, async () => {
  compileServer();
  const place = await temporaryFolder('lading-webhooks-');
  await mkdir(join(place, 'blobs'));
  const database = await emptyDatabase();
  const receiver = await Receiver.start();
  receiver.answer = ({ path }) => (path.endsWith('0') ? { status: 200, after: slowness } : { status: 200 });
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
        for (let webhook = 0; webhook < webhooks; webhook++) {
          const made = await send(
            node,
            'POST',
            '/event/api/v1/subscriptions',
            JSON.stringify({
              key: `deploys-${webhook}`,
              event_filter: {
                domain: 'artifact',
                event_types: ['deployed'],
                criteria: { repoKeys: ['generic-local'], includePatterns: [`*-${webhook}.txt`] },
              },
              handlers: [{ handler_type: 'webhook', url: `${receiver.url}${webhook}` }],
            }),
          );
          expect(made.status).toBe(201);
        }
      }
      let running = true;
      const deploying = (async () => {
        while (running) {
          const name = nameOf(count++);
          const answer = await send(node, 'PUT', `/artifactory/generic-local/${name}`, name).catch(
            () => undefined,
          );
          if (answer?.status === 201) acknowledged.push(name);
        }
      })();
      const enough = acknowledged.length + 50;
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
    expect(acknowledged.length).toBeGreaterThan(50 * rounds);
    for (let webhook = 0; webhook < webhooks; webhook++) {
      const own = first.filter((name) => webhookOf(name) === webhook);
      expect(own).toEqual([...own].sort());
    }
  } finally {
    await receiver.stop();
    await database.drop();
    await rm(place, { recursive: true, force: true });
  }
});
