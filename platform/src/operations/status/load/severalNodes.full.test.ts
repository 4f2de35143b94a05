import type { NodeLoad } from '@lading/contract/rest';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { TwoNodes } from '../../../testing/TwoNodes.ts';

let nodes: TwoNodes;
let ids: string[];
beforeAll(async () => {
  nodes = await TwoNodes.start();
  ids = await nodes.ids();
});
afterAll(() => nodes?.stop());

it('shows the load of each node at each node, and says that a killed node does not respond', async () => {
  const [one, other] = nodes.servers;
  const loadOf = (id = '') => nodes.call(one, `/ui/api/v1/system/status/load?nodeId=${id}`);
  // Only the other node has work, in each interval.
  const work = setInterval(
    () => void nodes.call(other, '/artifactory/api/system/version').then(({ body }) => body.dump()),
    50,
  );
  try {
    const loads: NodeLoad[] = [];
    await vi.waitUntil(
      async () => {
        loads.length = 0;
        for (const id of ids) loads.push((await (await loadOf(id)).body.json()) as NodeLoad);
        return loads.every(({ requests }) => requests.length >= 2);
      },
      { timeout: 40_000, interval: 500 },
    );
    expect(loads.map(({ node_id }) => node_id)).toEqual(ids);
    const [quiet = 0, busy = 0] = loads.map(({ requests }) => requests.at(-1));
    expect(busy).toBeGreaterThan(10);
    expect(quiet).toBeLessThan(busy);
  } finally {
    clearInterval(work);
  }
  other.kill();
  await other.ended;
  const failed = await loadOf(ids[1]);
  expect(failed.statusCode).toBe(502);
  expect(await failed.body.text()).toContain(`Node ${ids[1]} is not reachable`);
  expect((await loadOf(ids[0])).statusCode).toBe(200);
});
