import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { compileServer, freePort, ServerProcess } from '../../testing/serverProcess.ts';
import { emptyDatabase } from '../../testing/testDatabase.ts';

const password = 'a-password-of-tests-alone';
const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`;
const files = 40;

/** A server that can be killed and restarted with the same data. */
class Machine {
  node: ServerProcess | undefined;
  readonly #env: Record<string, string>;
  readonly #place: string;
  readonly #port: number;
  readonly close: () => Promise<void>;

  private constructor(place: string, port: number, database: Awaited<ReturnType<typeof emptyDatabase>>) {
    this.#place = place;
    this.#port = port;
    this.close = async () => {
      await this.node?.stop();
      await database.drop();
      await rm(place, { recursive: true, force: true });
    };
    this.#env = {
      LADING_DATABASE_URL: database.url,
      LADING_BLOB_URL: pathToFileURL(join(place, 'blobs')).href,
      LADING_SECRETS_KEY: randomBytes(32).toString('base64'),
      LADING_ADMIN_PASSWORD: password,
      LADING_ALLOWED_NETWORKS: '127.0.0.1',
    };
  }

  static async create(name: string): Promise<Machine> {
    const place = await mkdtemp(join(tmpdir(), `lading-${name}-`));
    await mkdir(join(place, 'blobs'));
    const machine = new Machine(place, await freePort(), await emptyDatabase());
    await machine.start();
    return machine;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    this.node = new ServerProcess(join(this.#place, 'home'), this.#port, this.#env);
    expect(await this.node.answers()).toBe(true);
  }

  async kill(): Promise<void> {
    this.node?.kill();
    await this.node?.ended;
  }

  async call(method: string, path: string, body?: object | Buffer) {
    const isBytes = Buffer.isBuffer(body);
    const answer = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization, ...(body && !isBytes ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    return { status: answer.status, text, json: /^[[{]/.test(text) ? JSON.parse(text) : undefined };
  }
}

let source: Machine;
let edge: Machine;
beforeAll(async () => {
  compileServer();
  [source, edge] = await Promise.all([Machine.create('source'), Machine.create('edge')]);
});
afterAll(() => Promise.all([source?.close(), edge?.close()]));

const screen = '/ui/api/v1/ui/releaseBundles';

async function visible(): Promise<number> {
  const { json } = await edge.call('GET', '/artifactory/api/storage/drop');
  return (json?.children ?? []).length;
}

it('continues a distribution after either server was killed, and shows nothing of it before completion', async () => {
  const { json: code } = await edge.call('POST', '/distribution/api/v2/edges/codes', { name: 'edge' });
  const pairing = { url: edge.url, code: code.code, name: 'source' };
  const paired = await source.call('POST', '/distribution/api/v2/edges', pairing);
  expect([paired.status, paired.text]).toEqual([201, expect.any(String)]);
  await source.call('PUT', '/artifactory/api/repositories/drop', { rclass: 'local', packageType: 'generic' });
  const contents = Array.from({ length: files }, (_, at) => randomBytes(at === 0 ? 30_000_000 : 1_000_000));
  for (const [at, content] of contents.entries())
    expect((await source.call('PUT', `/artifactory/drop/file-${at}.bin`, content)).status).toBe(201);
  const created = await source.call('POST', '/lifecycle/api/v2/release_bundle?async=false', {
    ...{ release_bundle_name: 'app', release_bundle_version: '1', source_type: 'artifacts' },
    source: { artifacts: contents.map((_, at) => ({ path: `drop/file-${at}.bin` })) },
  });
  expect([created.status, created.text]).toEqual([201, expect.any(String)]);
  const order = { edges: [paired.json.id], kind: 'distribute', createRepositories: true };
  expect((await source.call('POST', `${screen}/app/1/distributions`, order)).status).toBe(202);

  const last = async () => (await source.call('GET', `${screen}/app/1/distributions`)).json.distributions[0];
  const untilSent = (blobs: number) =>
    vi.waitFor(async () => expect((await last()).blobsSent).toBeGreaterThanOrEqual(blobs), {
      timeout: 60_000,
      interval: 10,
    });
  await untilSent(3);
  await edge.kill();
  await delay(500);
  await edge.start();
  expect(await visible()).toBe(0);
  const before = (await last()).blobsSent;
  await untilSent(before + 3);
  expect(await visible()).toBe(0);
  await source.kill();
  expect(await visible()).toBe(0);
  await source.start();
  const done = await vi.waitFor(
    async () => {
      const found = await last();
      expect(found.state).toBe('completed');
      return found;
    },
    { timeout: 150_000, interval: 200 },
  );

  expect(await visible()).toBe(files);
  // Content that had arrived before a server was killed was not sent again, except requests in
  // progress.
  const all = contents.reduce((sum, { length }) => sum + length, 0);
  expect(done.bytesSent).toBeLessThan(all + 8 * 4 * 1024 * 1024);
  for (const at of [0, files - 1]) {
    const copy = await fetch(`${edge.url}/artifactory/drop/file-${at}.bin`, { headers: { authorization } });
    expect(Buffer.from(await copy.arrayBuffer()).equals(contents[at] ?? Buffer.alloc(0))).toBe(true);
  }
}, 300_000);
