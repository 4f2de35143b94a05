import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../app.ts';
import { db, withStorage } from '../../../database/db.ts';
import { collectBlobs } from '../../../storage/collectBlobs.ts';
import { completeChecksums } from '../../../storage/completeChecksums.ts';
import { type TestPlatform, testPlatform } from '../../../testing/testPlatform.ts';
import { digestOf, RegistryClient } from '../testing/RegistryClient.ts';
import { dropOldSessions } from './sessions.ts';

let platform: TestPlatform;
let client: RegistryClient;
beforeAll(async () => {
  platform = await testPlatform({ listen: true });
  client = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
});
afterAll(() => platform.close());

const name = 'docker-local/uploads';
const begin = async () => (await client.ask('POST', `/v2/${name}/blobs/uploads/`)).location;
const patch = (at: string, body: Buffer, headers = {}) => client.ask('PATCH', at, { body, headers });
const finish = (at: string, digest: string, body?: Buffer) =>
  client.ask('PUT', at, { query: { digest }, ...(body ? { body } : {}) });
const read = async (digest: string) => (await client.ask('GET', `/v2/${name}/blobs/${digest}`)).bytes;
const within = <T>(work: () => Promise<T>) => withStorage(platform.storage, work);

describe('uploading a blob', () => {
  it('accepts many chunks', async () => {
    const bytes = randomBytes(1_500_000);
    const at = await begin();
    for (let start = 0; start < bytes.length; start += 300_000) {
      const end = Math.min(start + 300_000, bytes.length);
      const headers = { 'content-range': `${start}-${end - 1}` };
      const answer = await patch(at, bytes.subarray(start, end), headers);
      expect(answer.status).toBe(202);
      expect(answer.headers.range).toBe(`0-${end - 1}`);
    }
    expect((await finish(at, digestOf(bytes))).status).toBe(201);
    expect((await read(digestOf(bytes))).equals(bytes)).toBe(true);
    expect((await client.ask('GET', at)).status).toBe(404);
  });

  it('accepts the last chunk with the final request, and SHA-512 digests', async () => {
    const bytes = randomBytes(400_000);
    const at = await begin();
    await patch(at, bytes.subarray(0, 300_000));
    const digest = digestOf(bytes, 'sha512');
    expect((await finish(at, digest, bytes.subarray(300_000))).status).toBe(201);
    expect((await read(digest)).equals(bytes)).toBe(true);
    const single = await begin();
    const small = randomBytes(100);
    await patch(single, small);
    expect((await finish(single, digestOf(small, 'sha512'))).status).toBe(201);
    expect(await read(digestOf(small, 'sha512'))).toEqual(small);
  });

  it('accepts an empty blob', async () => {
    expect((await finish(await begin(), digestOf(''))).status).toBe(201);
    expect(await read(digestOf(''))).toEqual(Buffer.alloc(0));
  });

  it('serves a range of a blob', async () => {
    const bytes = randomBytes(5000);
    await finish(await begin(), digestOf(bytes), bytes);
    const path = `/v2/${name}/blobs/${digestOf(bytes)}`;
    const part = await client.ask('GET', path, { headers: { range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(part.bytes).toEqual(bytes.subarray(100, 200));
    expect(part.headers['content-range']).toBe('bytes 100-199/5000');
    expect((await client.ask('GET', path, { headers: { range: 'bytes=9000-' } })).status).toBe(416);
  });

  it('rejects bytes that do not match the digest, and stores nothing', async () => {
    const wrong = digestOf('something else');
    const at = await begin();
    const answer = await finish(at, wrong, Buffer.from('this'));
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ code: 'DIGEST_INVALID' }] });
    expect((await client.ask('HEAD', `/v2/${name}/blobs/${wrong}`)).status).toBe(404);
    expect((await client.ask('HEAD', `/v2/${name}/blobs/${digestOf('this')}`)).status).toBe(404);
    for (const digest of ['', 'md5:abc', 'sha256:XYZ']) {
      expect((await finish(await begin(), digest, Buffer.from('x'))).status).toBe(400);
    }
    expect((await client.ask('PUT', await begin(), { body: Buffer.from('x') })).status).toBe(400);
  });

  it('rejects a chunk whose length differs from its range', async () => {
    const at = await begin();
    const answer = await patch(at, Buffer.from('1234'), { 'content-range': '0-9' });
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ code: 'SIZE_INVALID' }] });
    expect((await patch(at, Buffer.from('1234'), { 'content-range': 'all' })).status).toBe(400);
    expect((await client.ask('GET', at)).headers.range).toBe('0-0');
  });

  it('resumes after an aborted connection', async () => {
    const bytes = randomBytes(900_000);
    const at = await begin();
    const { port } = new URL(platform.baseUrl);
    const head = `PATCH ${at} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${platform.adminAuth}\r\nContent-Type: application/octet-stream\r\nContent-Length: ${bytes.length}\r\n\r\n`;
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(head);
    await new Promise<void>((resolve) => socket.write(bytes.subarray(0, 500_000), () => resolve()));
    socket.end();
    const kept = async () => {
      for (;;) {
        const answer = await client.ask('GET', at);
        const [, last = '0'] = /^0-(\d+)$/.exec(String(answer.headers.range)) ?? [];
        if (last !== '0') return Number(last) + 1;
      }
    };
    const size = await kept();
    expect(size).toBeLessThanOrEqual(500_000);
    const rest = bytes.subarray(size);
    const answer = await patch(at, rest, { 'content-range': `${size}-${bytes.length - 1}` });
    expect(answer.status).toBe(202);
    expect((await finish(at, digestOf(bytes))).status).toBe(201);
    expect((await read(digestOf(bytes))).equals(bytes)).toBe(true);
  });

  it('allows one writing request at a time', async () => {
    const at = await begin();
    const bytes = randomBytes(300_000);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => patch(at, bytes, { 'content-range': `0-${bytes.length - 1}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 416, 416, 416, 416, 416]);
    expect((await finish(at, digestOf(bytes))).status).toBe(201);
  });

  it('accepts the same blob from several clients concurrently', async () => {
    const bytes = randomBytes(700_000);
    const places = await Promise.all(Array.from({ length: 5 }, begin));
    const answers = await Promise.all(places.map((at) => finish(at, digestOf(bytes), bytes)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect((await read(digestOf(bytes))).equals(bytes)).toBe(true);
  });

  it('ends with DELETE, or after a day without requests', async () => {
    const at = await begin();
    await patch(at, Buffer.from('some'));
    expect((await client.ask('DELETE', at)).status).toBe(204);
    expect((await client.ask('GET', at)).json()).toMatchObject({ errors: [{ code: 'BLOB_UPLOAD_UNKNOWN' }] });
    expect((await client.ask('DELETE', at)).status).toBe(404);
    const old = await begin();
    await patch(old, Buffer.from('some'));
    await within(() => db().execute(sql`UPDATE docker_uploads SET touched = now() - interval '2 days'`));
    expect(await within(dropOldSessions)).toBeGreaterThan(0);
    expect((await client.ask('GET', old)).status).toBe(404);
  });

  it('belongs to a single image', async () => {
    const at = await begin();
    const elsewhere = at.replace('/uploads/blobs/', '/another/blobs/');
    expect((await client.ask('GET', elsewhere)).status).toBe(404);
    expect((await patch(elsewhere, Buffer.from('x'))).status).toBe(404);
    expect((await client.ask('GET', at)).status).toBe(204);
  });

  it('can be resumed on another node, or after a restart', async () => {
    const bytes = randomBytes(500_000);
    const at = await begin();
    await patch(at, bytes.subarray(0, 300_000));
    const { settings, storage } = platform;
    const other = await buildApp({ settings, storage: { ...storage, platform: undefined } });
    try {
      const headers = { authorization: platform.adminAuth, 'content-type': 'application/octet-stream' };
      const rest = { method: 'PATCH' as const, url: at, payload: bytes.subarray(300_000) };
      const answer = await other.inject({
        ...rest,
        headers: { ...headers, 'content-range': '300000-499999' },
      });
      expect([answer.statusCode, answer.headers.range]).toEqual([202, '0-499999']);
      expect((await finish(at, digestOf(bytes))).status).toBe(201);
      expect((await read(digestOf(bytes))).equals(bytes)).toBe(true);
    } finally {
      await other.close();
    }
  });

  it('can be resumed after the lease of a dead writer has expired', async () => {
    const at = await begin();
    const id = at.split('/').at(-1) ?? '';
    const hold = (seconds: number) =>
      within(() =>
        db().execute(sql`UPDATE docker_uploads SET lease = gen_random_uuid(),
          leased_until = now() + make_interval(secs => ${seconds}) WHERE id = ${id}`),
      );
    await hold(30);
    expect((await patch(at, Buffer.from('late'))).status).toBe(416);
    await hold(-1);
    expect((await patch(at, Buffer.from('free'))).status).toBe(202);
  });

  it('is protected from garbage collection, however long it takes', async () => {
    const at = await begin();
    const bytes = randomBytes(300_000);
    await patch(at, bytes);
    await within(() => db().execute(sql`UPDATE blobs SET touched = now() - interval '9 days'`));
    await within(() => collectBlobs());
    expect((await finish(at, digestOf(bytes))).status).toBe(201);
    expect((await read(digestOf(bytes))).equals(bytes)).toBe(true);
  });
});

describe('the other checksums of a layer', () => {
  it('are computed in the background, without blocking the upload', async () => {
    const bytes = randomBytes(600_000);
    await finish(await begin(), digestOf(bytes), bytes);
    const sha256 = digestOf(bytes).slice('sha256:'.length);
    const known = () =>
      within(() =>
        db().execute<{ sha1: string; md5: string }>(
          sql`SELECT sha1, md5 FROM blobs WHERE sha256 = ${sha256}`,
        ),
      );
    expect((await known()).rows).toEqual([{ sha1: '', md5: '' }]);
    const before = await client.ask('GET', `/v2/${name}/blobs/${digestOf(bytes)}`);
    expect(before.headers['x-checksum-md5']).toBeUndefined();
    await within(completeChecksums);
    const hash = (algorithm: string) => digestOf(bytes, algorithm).slice(algorithm.length + 1);
    expect((await known()).rows).toEqual([{ sha1: hash('sha1'), md5: hash('md5') }]);
  });
});
