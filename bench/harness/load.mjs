import { tool } from './tools.mjs';

/**
 * Asks for one address over `connections` kept-alive connections for `seconds`. Requests a second, milliseconds at the
 * 99th percentile, and bytes of one answer's body; throws when any answer is not the expected 200.
 */
export async function load({ url, headers, connections = 10, seconds = 5 }) {
  const first = await fetch(url, { headers });
  const body = await first.arrayBuffer();
  if (first.status !== 200) throw new Error(`${url} answers ${first.status}`);
  const run = (duration) => tool('autocannon')({ url, headers, connections, duration });
  await run(1);
  const result = await run(seconds);
  const bad = result.non2xx + result.errors + result.timeouts;
  if (bad > 0) throw new Error(`${url}: ${bad} of ${result.requests.total} requests failed`);
  return {
    rate: result.requests.total / result.duration,
    p99: result.latency.p99,
    bytes: Math.round(result.throughput.total / result.requests.total),
    decoded: body.byteLength,
  };
}

/** Runs `work` for each of `items`, `clients` at a time; jobs a second. */
export async function together(items, clients, work) {
  const queue = [...items];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    }),
  );
  return (items.length / (performance.now() - started)) * 1000;
}

/** Measures each peer once per round, in turn and with the first changing, so that a busy moment hits all alike. */
export async function rounds(peers, count, measure) {
  const results = new Map(peers.map((peer) => [peer.name, []]));
  for (let round = 0; round < count; round += 1) {
    const order = round % 2 === 0 ? peers : [...peers].reverse();
    for (const peer of order) results.get(peer.name).push(await measure(peer, round));
  }
  return results;
}
