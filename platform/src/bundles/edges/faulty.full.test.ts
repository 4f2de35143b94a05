import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sha256 } from '../testing/bundleWorld.ts';
import { type EdgeWorlds, edgeWorlds } from './testing/edgeWorlds.ts';
import type { Fault } from './testing/FaultyHttpProxy.ts';

let worlds: EdgeWorlds;
beforeAll(async () => {
  worlds = await edgeWorlds();
});
afterAll(() => worlds?.close());

const mebibyte = 1024 * 1024;

/** Deploys files with random content and creates a version. Returns the contents by path. */
async function release(name: string, sizes: readonly number[]): Promise<Map<string, Buffer>> {
  const contents = new Map(sizes.map((size, at) => [`libs/${name}/${at}.bin`, randomBytes(size)]));
  for (const [path, content] of contents) {
    const { source } = worlds;
    const { statusCode } = await source.platform.app.inject({
      ...{ method: 'PUT', url: `/artifactory/${path}`, payload: content },
      headers: { authorization: source.platform.adminAuth, 'content-type': 'application/octet-stream' },
    });
    expect(statusCode).toBe(201);
  }
  expect((await worlds.source.create(name, '1', [...contents.keys()])).status).toBe(201);
  return contents;
}

async function expectWhole(contents: ReadonlyMap<string, Buffer>): Promise<void> {
  const { edge } = worlds;
  for (const [path, content] of contents) {
    const { rawPayload } = await edge.platform.app.inject({
      url: `/artifactory/${path}`,
      headers: { authorization: edge.platform.adminAuth },
    });
    expect([path, sha256(rawPayload)]).toEqual([path, sha256(content)]);
  }
}

interface Damage {
  what: string;
  /** Of the first request with this method and path that no earlier damage is for. */
  request: RegExp;
  fault: Fault;
}

const rejected = expect.stringContaining('not valid');

const damages: Damage[] = [
  { what: 'the announcement is cut', request: /^PUT .*\/bundles\/app\/1$/, fault: { cutAfter: 100 } },
  { what: 'its answer is lost', request: /^PUT .*\/bundles\/app\/1$/, fault: { answer: 'cut' } },
  { what: 'its answer is damaged', request: /^PUT .*\/bundles\/app\/1$/, fault: { answer: 'flip' } },
  { what: 'the announcement is damaged', request: /^PUT .*\/bundles\/app\/1$/, fault: { flipAt: 0 } },
  { what: 'a part is cut', request: /start=4194304$/, fault: { cutAfter: 100_000 } },
  { what: 'the answer to a part is lost', request: /start=4194304$/, fault: { answer: 'cut' } },
  { what: 'a whole file is cut', request: /start=0$/, fault: { cutAfter: 1000 } },
  { what: 'a last part is damaged', request: /start=8388608$/, fault: { flipAt: 50_000 } },
  { what: 'the completion is lost', request: /complete$/, fault: { answer: 'cut' } },
];

it('resumes after each damage, sends only what is missing, and shows nothing before completion', async () => {
  const { proxy } = worlds;
  const sizes = [9 * mebibyte, 10 * mebibyte, ...Array.from({ length: 20 }, (_, at) => 20_000 + at)];
  const contents = await release('app', sizes);
  const left = [...damages];
  proxy.requests.length = 0;
  const seen: string[] = [];
  proxy.fault = (method, path) => {
    // Files are sent in parallel, so their damages occur in any order.
    const at = left.findIndex(({ request }) => request.test(`${method} ${path}`));
    const [next] = at < 0 ? [] : left.splice(at, 1);
    if (next) seen.push(next.what);
    return next?.fault;
  };
  await worlds.order('app', '1');
  for (;;) {
    const { state, message } = await worlds.reached('app', '1', /waiting|completed|failed/);
    if (state === 'completed') break;
    // A damaged announcement is rejected like an invalid one, until a user retries it.
    if (state === 'failed') expect([seen.at(-1), message]).toEqual(['the announcement is damaged', rejected]);
    // After a lost completion, everything is visible at the edge; before it, nothing.
    expect(await worlds.visible('libs/app')).toBe(left.length === 0 ? sizes.length : 0);
    // Otherwise it is retried with exponential backoff.
    await worlds.change('app', '1', 'retry');
  }

  expect(seen.sort()).toEqual(damages.map(({ what }) => what).sort());
  expect(await worlds.visible('libs/app')).toBe(sizes.length);
  await expectWhole(contents);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  // The parts of the file with the damaged part are sent again.
  expect(proxy.acknowledged()).toBeGreaterThanOrEqual(all);
  expect(proxy.acknowledged()).toBeLessThanOrEqual(all + 2 * 4 * mebibyte);
});

it('shows the progress over a slow connection, and can be aborted, retried, and removed', async () => {
  const { proxy, edge } = worlds;
  const sizes = Array.from({ length: 12 }, (_, at) => mebibyte + at);
  const contents = await release('slow', sizes);
  proxy.fault = (_method, path) => (path.includes('/blobs/') ? { bytesPerSecond: mebibyte } : undefined);
  await worlds.order('slow', '1');
  const middle = await vi.waitFor(
    async () => {
      const found = await worlds.last('slow', '1');
      expect(found.blobsSent).toBeGreaterThan(0);
      return found;
    },
    { timeout: 60_000, interval: 10 },
  );
  expect(middle).toMatchObject({ state: 'running', blobs: 12 });
  expect(middle.bytesSent).toBeLessThan(middle.bytes);
  expect(await worlds.visible('libs/slow')).toBe(0);
  expect(await worlds.change('slow', '1', 'abort')).toBe(204);
  await worlds.reached('slow', '1', /aborted/);
  const received = async () =>
    (await edge.call('GET', '/ui/api/v1/ui/releaseBundles/received')).json.bundles.map(
      ({ name, state }: { name: string; state: string }) => `${name} ${state}`,
    );
  await vi.waitFor(async () => expect(await received()).not.toContain('slow receiving'), { timeout: 30_000 });
  expect(await worlds.visible('libs/slow')).toBe(0);

  proxy.fault = () => undefined;
  expect(await worlds.change('slow', '1', 'retry')).toBe(204);
  expect(await worlds.reached('slow', '1', /completed|failed/)).toMatchObject({ state: 'completed' });
  await expectWhole(contents);
  expect(await received()).toContain('slow complete');

  let removals = 0;
  proxy.fault = (method) => (method === 'DELETE' && removals++ === 0 ? { answer: 'cut' } : undefined);
  await worlds.order('slow', '1', 'remove');
  expect(await worlds.reached('slow', '1', /completed|failed/)).toMatchObject({
    state: 'completed',
    kind: 'remove',
  });
  expect(removals).toBe(2);
  expect(await worlds.visible('libs/slow')).toBe(0);
  expect(await received()).not.toContain('slow complete');
});

it('sends an edge no content that the version does not contain', async () => {
  const { source, proxy } = worlds;
  await source.deploy('libs/secret.bin', 'a secret of the source');
  await release('asked', [1000]);
  proxy.fault = () => undefined;
  const secret = sha256('a secret of the source');
  proxy.replaceAnswer = (path) =>
    path.endsWith('/asked/1')
      ? { state: 'receiving', missing: [{ sha256: secret, size: 22, offset: 0 }] }
      : undefined;
  await worlds.order('asked', '1');
  await vi.waitFor(
    async () => expect((await worlds.last('asked', '1')).message).toContain('does not contain'),
    { timeout: 30_000, interval: 20 },
  );
  expect(proxy.requests.some(({ path }) => path.includes(secret))).toBe(false);
});
