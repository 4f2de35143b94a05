import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SupportBundle, SupportBundles } from '@lading/contract/rest';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { TwoNodes } from '../../testing/TwoNodes.ts';
import { bundleUrl } from './testing/BundleClient.ts';
import { unzip } from './testing/unzip.ts';

/** A secret of a node, in an environment variable that the other node does not have. */
const canaryOf = (name: string) => `c4nary-of-${name}-b7e1f0`;
const names = ['one', 'other'];

let nodes: TwoNodes;
let ids: string[];
beforeAll(async () => {
  nodes = await TwoNodes.start((name) => ({
    OTEL_EXPORTER_OTLP_HEADERS: `x-key=${canaryOf(name)}`,
    HTTPS_PROXY: `http://robot:${canaryOf(`proxy-${name}`)}@127.0.0.1:9`,
  }));
  ids = await nodes.ids();
  for (const name of names) {
    const folder = join(nodes.place, name, 'log');
    const line = `node ${name}: ${canaryOf(name)}, ${canaryOf(`proxy-${name}`)}, https://b/k?sig=${canaryOf('url')}`;
    await mkdir(folder, { recursive: true });
    await writeFile(
      join(folder, 'canaries.log'),
      `${JSON.stringify({ time: '2026-01-31T12:00:00Z', msg: line })}\n`,
    );
  }
});
afterAll(() => nodes?.stop());

/** Requests a bundle at the first node. Any node can create it. */
async function generate(
  wanted: 'all' | string[],
): Promise<{ bundle: SupportBundle; files: Map<string, string> }> {
  const [server] = nodes.servers;
  const body = { name: 'Both', parameters: { nodes: wanted, thread_dump: { count: 1, interval: 0 } } };
  const answer = await nodes.call(server, `${bundleUrl}/generateBundle`, { method: 'POST', body });
  expect(answer.statusCode).toBe(202);
  const { id } = (await answer.body.json()) as SupportBundle;
  const bundle = await vi.waitFor(
    async () => {
      const list = await nodes.call(server, `${bundleUrl}/listBundles`);
      const { bundles } = (await list.body.json()) as SupportBundles;
      const found = bundles.find((each) => each.id === id);
      if (!found || found.status === 'in progress') throw new Error(`The bundle is ${found?.status}`);
      return found;
    },
    { timeout: 60_000, interval: 200 },
  );
  const archive = await nodes.call(server, `${bundleUrl}/downloadBundle/${id}`);
  return { bundle, files: await unzip(Buffer.from(await archive.body.arrayBuffer())) };
}

const manifestOf = (files: Map<string, string>) => JSON.parse(files.get('manifest.json') ?? '{}');

it('contains the logs, profiles, and heap figures of all nodes, without secrets of any of them', async () => {
  const { bundle, files } = await generate('all');
  expect([bundle.status, bundle.error]).toEqual(['success', undefined]);
  for (const [at, name] of names.entries()) {
    const file = (path: string) => files.get(`nodes/${ids[at]}/${path}`) ?? '';
    expect(file('logs/canaries.log')).toContain(`node ${name}: …, …, https://b/k?sig=…`);
    expect(file('logs/artifactory-request.log')).toContain('"method":"GET"');
    expect(JSON.parse(file('profiles/cpu-1.cpuprofile')).nodes.length).toBeGreaterThan(0);
    expect(JSON.parse(file('profiles/heap-1.json')).heap.used_heap_size).toBeGreaterThan(0);
    expect(JSON.parse(file('system/process.json')).node).toBe(ids[at]);
    expect(JSON.parse(file('configuration/settings.json')).home).toBe(join(nodes.place, name));
  }
  expect(JSON.parse(files.get('database/server.json') ?? '{}').bytes).toBeGreaterThan(0);
  expect([...files.keys()].filter((path) => /^(logs|profiles|system)\//.test(path))).toEqual([]);
  const manifest = manifestOf(files);
  expect(manifest.nodes).toEqual([...ids].sort().map((id) => ({ id })));
  expect(manifest.files.filter(({ error }: { error?: string }) => error)).toEqual([]);
  const all = [...files].flat().join('\n');
  expect(all).not.toContain('c4nary');
});

it('contains only the selected node, and names one that does not respond', async () => {
  const [first = '', second = ''] = ids;
  const single = await generate([second]);
  expect([...single.files.keys()].filter((path) => path.startsWith(`nodes/${first}/`))).toEqual([]);
  expect(single.files.has(`nodes/${second}/logs/canaries.log`)).toBe(true);

  nodes.servers[1].kill();
  await nodes.servers[1].ended;
  const { bundle, files } = await generate('all');
  expect([bundle.status, bundle.error]).toEqual(['success', `Nodes that did not respond: ${second}`]);
  const { nodes: reports, leftOut } = manifestOf(files);
  const reason = expect.stringContaining(`Node ${second} is not reachable`);
  expect(reports).toEqual(expect.arrayContaining([{ id: first }, { id: second, error: reason }]));
  expect(leftOut).toContainEqual({ what: `nodes/${second}`, reason });
  expect(files.has(`nodes/${first}/logs/canaries.log`)).toBe(true);
  expect([...files.keys()].filter((path) => path.startsWith(`nodes/${second}/`))).toEqual([]);
});
