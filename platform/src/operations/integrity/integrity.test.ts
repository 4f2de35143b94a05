import { createHash, randomBytes } from 'node:crypto';
import { access, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Dispatcher, request } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { digestOf, RegistryClient } from '../../formats/oci/testing/RegistryClient.ts';
import { type StubFiles, stubFiles } from '../../plainFiles/testing/stubFiles.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

let platform: TestPlatform;
let upstream: StubFiles;
let folder: string;
beforeAll(async () => {
  upstream = await stubFiles();
  platform = await testPlatform({ listen: true, env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  folder = fileURLToPath(platform.settings.blobUrl);
  const body = JSON.stringify({ rclass: 'remote', packageType: 'generic', url: upstream.url });
  await call('PUT', '/artifactory/api/repositories/far', body, { 'content-type': 'application/json' });
});
afterAll(async () => {
  await platform?.close();
  await upstream?.stop();
});
beforeEach(() => {
  // As a day after each file was stored.
  vi.spyOn(platform.storage.integrity, 'isDue').mockReturnValue(true);
});

async function call(method: Dispatcher.HttpMethod, path: string, body?: Buffer | string, headers = {}) {
  const options = { method, headers: { authorization: platform.adminAuth, ...headers }, body: body ?? null };
  const answer = await request(platform.baseUrl + path, options);
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, bytes, json: () => JSON.parse(bytes.toString()) };
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const fileOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256);
/** Small files are written shortly after they are acknowledged. */
const written = (sha256: string) => vi.waitFor(() => access(fileOf(sha256)));

let count = 0;
async function put(size: number) {
  const path = `/artifactory/generic-local/integrity/${count++}.bin`;
  const bytes = randomBytes(size);
  expect((await call('PUT', path, bytes)).status).toBe(201);
  const sha256 = sha256Of(bytes);
  await written(sha256);
  return { path, bytes, sha256, file: fileOf(sha256) };
}

async function flip(file: string): Promise<void> {
  const bytes = await vi.waitFor(() => readFile(file));
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  await writeFile(file, bytes);
}

const health = async () => (await call('GET', '/router/api/v1/system/health')).json();
const report = async () => (await call('GET', '/artifactory/api/system/storage/verify')).json();
/** Starts a verification, after a previous one has ended. */
const begin = () =>
  expect
    .poll(async () => (await call('POST', '/artifactory/api/system/storage/verify')).status, {
      timeout: 10_000,
    })
    .toBe(202);
async function verifyAll() {
  await begin();
  await vi.waitFor(async () => expect((await report()).state).toBe('finished'), { timeout: 30_000 });
  return report();
}
const damaged = { status: 500 };

describe('reading a corrupted file', () => {
  it('returns 500 instead of the content, quarantines the file, and reports it everywhere', async () => {
    const { path, bytes, sha256, file } = await put(100_000);
    const before = await health();
    await flip(file);
    for (const method of ['GET', 'GET', 'HEAD'] as const)
      expect(await call(method, path)).toMatchObject(damaged);
    const answer = await call('GET', path);
    expect(answer.json().errors[0]).toEqual({
      code: 'BLOB_DAMAGED',
      message: `The stored content of this file is damaged or missing. Ask an administrator to restore it (SHA-256 ${sha256}).`,
    });
    expect(await readdir(join(folder, 'quarantine'))).toEqual([sha256]);
    const { router, storage } = await health();
    expect(router).toMatchObject({
      state: 'DEGRADED',
      message: 'Stored blobs that are damaged or missing: 1',
    });
    expect(storage.damaged_blobs_total - before.storage.damaged_blobs_total).toBe(1);
    expect((await report()).damaged).toEqual([
      { sha256, reason: 'damaged', found: expect.any(String), files: [path.slice('/artifactory/'.length)] },
    ]);
    const audit = (await call('GET', '/access/api/v1/audit?event=blob-damaged')).json();
    expect(audit.events).toMatchObject([{ outcome: 'failure', detail: expect.stringContaining(sha256) }]);

    // Storing the same content from any source restores it.
    expect((await call('PUT', `${path}.again`, bytes)).status).toBe(201);
    expect((await call('GET', path)).bytes.equals(bytes)).toBe(true);
    await vi.waitFor(async () => expect((await health()).router.state).toBe('HEALTHY'));
    expect((await report()).damagedCount).toBe(0);
  });

  it('aborts a large file before its end', async () => {
    const { path, bytes, file, sha256 } = await put(5_000_000);
    await flip(file);
    const headers = { authorization: platform.adminAuth };
    const answer = await request(platform.baseUrl + path, { headers });
    expect(answer.statusCode).toBe(200);
    let received = 0;
    const reading = (async () => {
      for await (const chunk of answer.body) received += chunk.length;
    })();
    await expect(reading).rejects.toThrow();
    expect(received).toBeLessThan(bytes.length);
    await vi.waitFor(async () => expect(await call('GET', path)).toMatchObject(damaged));
    expect(await readdir(join(folder, 'quarantine'))).toContain(sha256);
    await call('PUT', path, bytes);
  });

  it('does not return a range of it either', async () => {
    const { path, bytes, file } = await put(3_000_000);
    await flip(file);
    expect(await call('GET', path, undefined, { range: 'bytes=0-9' })).toMatchObject(damaged);
    await call('PUT', path, bytes);
    const part = await call('GET', path, undefined, { range: 'bytes=10-19' });
    expect([part.status, part.bytes]).toEqual([206, bytes.subarray(10, 20)]);
  });

  it.each([0, 1000, 2_000_000])('returns 500 if %i bytes are left, or no file', async (left) => {
    const { path, bytes, file } = await put(2_500_000);
    await truncate(file, left);
    await call('GET', path).catch(() => undefined);
    await vi.waitFor(async () => expect(await call('GET', path)).toMatchObject(damaged));
    await call('PUT', path, bytes);
    await rm(file);
    expect(await call('GET', path)).toMatchObject(damaged);
    expect((await report()).damaged).toMatchObject([{ reason: 'missing' }]);
    // As from a backup.
    await writeFile(file, bytes);
    expect((await call('GET', path)).bytes.equals(bytes)).toBe(true);
    await vi.waitFor(async () => expect((await report()).damagedCount).toBe(0));
  });

  it('returns intact files and ranges, the first time and later', async () => {
    for (const size of [0, 1, 1024 * 1024, 1024 * 1024 + 1, 5_000_000]) {
      const { path, bytes } = await put(size);
      for (let turn = 0; turn < 2; turn++) expect((await call('GET', path)).bytes.equals(bytes)).toBe(true);
      if (size < 100) continue;
      const part = await call('GET', path, undefined, { range: 'bytes=100-' });
      expect(part.bytes.equals(bytes.subarray(100))).toBe(true);
    }
  });
});

describe('a cached upstream file with corrupted content', () => {
  it.each([10_000, 3_000_000])('is fetched again (%i bytes)', async (size) => {
    const name = `cached-${size}.bin`;
    const bytes = randomBytes(size);
    upstream.files.set(name, bytes);
    const read = () => call('GET', `/artifactory/far/${name}`);
    expect((await read()).bytes.equals(bytes)).toBe(true);
    const file = fileOf(sha256Of(bytes));
    await written(sha256Of(bytes));
    await flip(file);
    await verifyAll();
    expect((await report()).damagedCount).toBe(1);
    expect((await read()).bytes.equals(bytes)).toBe(true);
    await vi.waitFor(async () => expect((await report()).damagedCount).toBe(0));
    // Without the upstream, the response contains the error.
    await flip(file);
    await verifyAll();
    upstream.files.delete(name);
    expect(await read()).toMatchObject(damaged);
    upstream.files.set(name, bytes);
    expect((await read()).status).toBe(200);
  });
});

describe('a corrupted layer', () => {
  it('is restored by the client that pushes it again', async () => {
    const client = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
    const bytes = randomBytes(50_000);
    await client.pushBlob('docker-local/app', bytes);
    const sha256 = sha256Of(bytes);
    await written(sha256);
    await flip(fileOf(sha256));
    await verifyAll();
    const url = `/v2/docker-local/app/blobs/${digestOf(bytes)}`;
    expect((await client.ask('GET', url)).status).toBe(500);
    const begun = await client.plain('POST', '/v2/docker-local/app/blobs/uploads/', {});
    const token = await client.token(String(begun.headers['www-authenticate']));
    const headers = { authorization: `Bearer ${token}` };
    expect((await client.plain('HEAD', url, { headers })).status).toBe(404);
    await client.pushBlob('docker-local/app', bytes);
    expect((await client.ask('GET', url)).bytes.equals(bytes)).toBe(true);
  });
});

describe('the verification of all files', () => {
  it('finds corrupted and missing files, and requires an administrator', async () => {
    const anonymous = await request(`${platform.baseUrl}/artifactory/api/system/storage/verify`, {
      method: 'POST',
    });
    expect(anonymous.statusCode).toBe(401);
    const [first, second, third] = await Promise.all([put(1000), put(1000), put(400_000)]);
    await flip(first.file);
    await rename(third.file, `${folder}/away`);
    const found = await verifyAll();
    expect(found.verified.count).toBe(found.total.count);
    expect(
      found.damaged.map(({ sha256, reason }: { sha256: string; reason: string }) => [sha256, reason]),
    ).toEqual(
      expect.arrayContaining([
        [first.sha256, 'damaged'],
        [third.sha256, 'missing'],
      ]),
    );
    expect(found.damagedCount).toBe(2);
    expect((await call('GET', second.path)).status).toBe(200);
    await rename(`${folder}/away`, third.file);
    await call('PUT', first.path, first.bytes);
    expect((await verifyAll()).damagedCount).toBe(0);
  });

  it('records nothing as missing while the directory is not available', async () => {
    await put(1000);
    await rename(folder, `${folder}-away`);
    try {
      // The second verification starts after the first has failed.
      await begin();
      await begin();
      expect(await report()).toMatchObject({ damagedCount: 0, verified: { count: 0 } });
    } finally {
      await rename(`${folder}-away`, folder);
    }
    expect((await verifyAll()).damagedCount).toBe(0);
  });
});
