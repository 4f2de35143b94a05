import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ServerProcess } from '../../testing/serverProcess.ts';
import { TwoNodes } from '../../testing/TwoNodes.ts';

const limit = 100_000;
const size = 10_000;
let nodes: TwoNodes;
beforeAll(async () => {
  nodes = await TwoNodes.start();
});
afterAll(() => nodes?.stop());

async function put(server: ServerProcess, path: string, body: string) {
  const { statusCode, body: answer } = await nodes.call(server, `/artifactory/${path}`, {
    method: 'PUT',
    ...(body === '' ? {} : { body: { content: body } }),
  });
  return { status: statusCode, text: await answer.text() };
}
const stored = async (server: ServerProcess): Promise<number> => {
  const { body } = await nodes.call(server, '/artifactory/api/storage/limited?list&deep=1');
  const { files } = (await body.json()) as { files: { size: number }[] };
  return files.reduce((sum, file) => sum + file.size, 0);
};
/** The JSON of a file with its content has exactly this size. */
const content = (letter: string) => letter.repeat(size - JSON.stringify({ content: '' }).length);

it('is not exceeded by uploads to two nodes at the same time [adm-02]', { timeout: 180_000 }, async () => {
  const [one, other] = nodes.servers;
  const repository = { rclass: 'local', packageType: 'generic' };
  const url = '/artifactory/api/repositories/limited';
  const call = async (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object) => {
    const answer = await nodes.call(one, path, { method, ...(body ? { body } : {}) });
    await answer.body.dump();
    expect(answer.statusCode).toBeLessThan(300);
  };
  await call('PUT', url, repository);
  expect((await put(one, 'limited/large', 'x'.repeat(limit))).status).toBe(201);
  await call('POST', url, { ...repository, storageQuotaBytes: limit });
  let probes = 0;
  const probe = async (server: ServerProcess) => {
    probes += 1;
    // Each time another file: one that is replaced by one of its size is always accepted.
    return (await put(server, `limited/probe-${probes}`, '')).status;
  };
  const until = (server: ServerProcess, status: number) =>
    vi.waitUntil(async () => (await probe(server)) === status, { timeout: 60_000, interval: 250 });
  // Each node reads quotas in the background, and what the other one has deleted.
  for (const server of nodes.servers) await until(server, 507);
  await call('DELETE', '/artifactory/limited/large');
  for (const server of nodes.servers) await until(server, 201);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_none, at) => put(at % 2 ? one : other, `limited/${at}`, content('y'))),
  );
  const accepted = answers.filter(({ status }) => status === 201).length;
  expect(answers.filter(({ status }) => status === 507)).toHaveLength(30 - accepted);
  expect(accepted).toBeGreaterThan(0);
  expect(await stored(one)).toBe(accepted * size);
  expect(accepted * size).toBeLessThanOrEqual(limit);

  // The rest is usable through either node, to the last byte.
  for (let at = accepted; at < limit / size; at++)
    expect((await put(at % 2 ? one : other, `limited/rest-${at}`, content('z'))).status).toBe(201);
  for (const server of [one, other]) {
    const full = await put(server, 'limited/more', content('m'));
    expect([full.status, full.text]).toEqual([
      507,
      expect.stringContaining('The storage quota of repository limited'),
    ]);
  }
  expect(await stored(other)).toBe(limit);
});
