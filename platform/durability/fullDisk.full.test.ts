import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readdir, rm, stat, statfs, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { type Dispatcher, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { publishBody, sampleTarball } from '../src/formats/npm/testing/samples.ts';
import { compileServer, freePort, ServerProcess, temporaryHome } from '../src/testing/serverProcess.ts';
import { authorization, serverEnv } from './kills.ts';

/** Runs a program with a small disk at `LADING_HOME` that no other process sees. */
const onSmallDisk = [
  ...['unshare', '--mount', '--propagation', 'private', 'sh', '-c'],
  'mount -t tmpfs -o size=500m lading-small "$LADING_HOME" && exec "$@"',
  'sh',
];
const canMount =
  process.getuid?.() === 0 &&
  spawnSync('unshare', [...onSmallDisk.slice(1), 'true'], { env: { ...process.env, LADING_HOME: '/mnt' } })
    .status === 0;

const message = "No space left on the server's disk";
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(!canMount)('a server on a small disk that fills up', () => {
  let home: string;
  let remove: () => Promise<void>;
  let server: ServerProcess;
  /** In bytes. */
  let reserve: number;
  const stored = new Map<string, string>();
  beforeAll(async () => {
    compileServer();
    ({ home, remove } = await temporaryHome());
    const env = { ...serverEnv, LADING_MIN_FREE_SPACE: '0.12' };
    server = new ServerProcess(home, await freePort(), env, onSmallDisk);
    if (!(await server.answers())) throw new Error(`The server did not start: ${server.errors}`);
    // Read now: the database's own files may fill the disk, and so release the reserve, at any
    // later time.
    reserve = (await stat(disk('reserve'))).size;
  });
  afterAll(async () => {
    await server?.stop();
    await remove?.();
  });

  const ask = async (
    method: Dispatcher.HttpMethod,
    path: string,
    body: Buffer | string | null = null,
    type = 'application/octet-stream',
  ) => {
    const headers = { authorization, ...(body === null ? {} : { 'content-type': type }) };
    // A connection of its own: the rest of a rejected body is not what is tested here.
    const answer = await request(server.url + path, { method, headers, body, reset: true });
    return { status: answer.statusCode, bytes: new Uint8Array(await answer.body.arrayBuffer()) };
  };
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();
  /** The disk as the server sees it. */
  const disk = (...names: string[]) => join(`/proc/${server.pid}/root${home}`, ...names);
  const health = async () =>
    JSON.parse(text((await ask('GET', '/router/api/v1/system/health')).bytes)).router;

  let count = 0;
  /** Stores a file, and remembers it once it is acknowledged. */
  async function put(size: number): Promise<{ status: number; bytes: Uint8Array }> {
    const path = `/artifactory/generic-local/full/${count++}.bin`;
    const bytes = randomBytes(size);
    const answer = await ask('PUT', path, bytes);
    if (answer.status === 201) stored.set(path, hash(bytes));
    return answer;
  }
  async function publish(version: string) {
    const sample = { name: 'full', version, files: { data: randomBytes(20_000) } };
    const tarball = await sampleTarball(sample);
    const url = '/artifactory/api/npm/npm-local/full';
    const answer = await ask('PUT', url, JSON.stringify(publishBody(sample, tarball)), 'application/json');
    if (answer.status === 201) stored.set(`${url}/-/full-${version}.tgz`, hash(tarball));
    return answer;
  }
  async function fill(): Promise<void> {
    const file = await open(disk('filler'), 'w');
    const piece = Buffer.alloc(256 * 1024, 1);
    try {
      for (;;) await file.write(piece);
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
    } finally {
      await file.close();
    }
  }
  async function expectAllStored(): Promise<void> {
    for (const [path, expected] of stored) {
      const { status, bytes } = await ask('GET', path);
      expect([path, status, hash(bytes)]).toEqual([path, 200, expected]);
    }
  }

  it('rejects uploads before the disk is full, and serves and deletes', async () => {
    expect((await publish('1.0.0')).status).toBe(201);
    let answer = await put(100);
    while (answer.status === 201) {
      await put(30_000);
      answer = await put(8_000_000);
    }
    expect([answer.status, JSON.parse(text(answer.bytes)).errors[0]]).toEqual([
      507,
      { code: 'NO_SPACE', message },
    ]);
    expect(JSON.parse(text((await publish('1.0.1')).bytes)).error).toContain(message);
    expect(await health()).toMatchObject({ state: 'DEGRADED' });
    await expectAllStored();
  });

  it('serves and deletes on a disk without a free byte, with the reserve', async () => {
    await fill();
    await vi.waitFor(() => expect(existsSync(disk('reserve'))).toBe(false), {
      timeout: 20_000,
      interval: 100,
    });
    // The filler takes the reserve too where the server has released it before the filler ends: it
    // returns that much.
    const { bavail, bsize } = await statfs(disk());
    const { size: filled } = await stat(disk('filler'));
    await truncate(disk('filler'), filled - Math.max(0, reserve - bavail * bsize));
    await expectAllStored();
    expect((await put(1000)).status).toBe(507);
    const [first = ''] = [...stored.keys()].filter((path) => path.endsWith('.bin'));
    await vi.waitFor(async () => expect((await ask('DELETE', first)).status).toBe(204), { timeout: 20_000 });
    stored.delete(first);
  });

  it('answers in the same way while something else takes every byte that is freed', async () => {
    await fill();
    await expectAllStored();
    expect((await put(300_000)).status).toBe(507);
    expect((await put(300)).status).toBe(507);
    expect((await publish('1.0.2')).status).toBe(507);
  });

  it('frees space by deletion and collection, and takes uploads again by itself', async () => {
    await rm(disk('filler'));
    await vi.waitFor(
      async () => {
        for (const path of [...stored.keys()].filter((each) => each.endsWith('.bin')).slice(0, 60)) {
          expect((await ask('DELETE', path)).status).toBeLessThan(300);
          stored.delete(path);
        }
      },
      { timeout: 30_000 },
    );
    expect((await ask('DELETE', '/ui/api/v1/ui/trash')).status).toBe(200);
    const collected = await ask('POST', '/artifactory/api/system/storage/gc?grace=0');
    expect([collected.status, text(collected.bytes)]).toEqual([200, expect.any(String)]);
    expect([JSON.parse(text(collected.bytes)).summary.bytes.count]).toEqual([
      expect.toSatisfy((removed) => removed > 5),
    ]);
    await vi.waitFor(async () => expect(await health()).toMatchObject({ state: 'HEALTHY' }), {
      timeout: 20_000,
    });
    expect((await publish('1.0.3')).status).toBe(201);
    expect((await put(200_000)).status).toBe(201);
    await expectAllStored();
    await vi.waitFor(() => expect(existsSync(disk('reserve'))).toBe(true), {
      timeout: 20_000,
      interval: 100,
    });
  });

  it('logs a full disk a few times, not for each request', async () => {
    const messages = server.output.split('\n').flatMap((line) => /"msg":"([^"]*)"/.exec(line)?.[1] ?? []);
    const perMessage = messages.map((each) => messages.filter((other) => other === each).length);
    expect(messages).toContain('Writes are rejected');
    expect(Math.max(...perMessage)).toBeLessThan(4);
    expect(await readdir(disk('blobs', 'incoming'))).toEqual([]);
  });
});
