import { execFile, spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cpuOfTree } from './processes.mjs';
import { tool } from './tools.mjs';

const run = promisify(execFile);

/**
 * Debian's wrk needs a tenth of the CPU of a JavaScript client, which shares two cores with the
 * measured server.
 */
export const generator = spawnSync('wrk', ['-v']).error ? 'autocannon' : 'wrk';

/**
 * Requests one URL over `connections` keep-alive connections for `seconds`. Returns requests per
 * second, milliseconds at the 99th percentile, and bytes of one response with its headers. Throws
 * when any response is not the expected 200.
 */
export async function load({ url, headers, connections = 10, seconds = 5 }) {
  const first = await fetch(url, { headers });
  const body = await first.arrayBuffer();
  if (first.status !== 200) throw new Error(`${url} answers ${first.status}`);
  const ask = generator === 'wrk' ? withWrk : withAutocannon;
  await ask({ url, headers, connections, seconds: 1 });
  const { total, bad, duration, p99, bytes } = await ask({ url, headers, connections, seconds });
  if (bad > 0) throw new Error(`${url}: ${bad} of ${total} requests failed`);
  return { rate: total / duration, p99, bytes: Math.round(bytes / total), decoded: body.byteLength };
}

async function withAutocannon({ url, headers, connections, seconds }) {
  const result = await tool('autocannon')({ url, headers, connections, duration: seconds });
  const { requests, non2xx, errors, timeouts, duration, latency, throughput } = result;
  const bad = non2xx + errors + timeouts;
  return { total: requests.total, bad, duration, p99: latency.p99, bytes: throughput.total };
}

/** wrk hook that prints its results as plain numbers. */
const report = fileURLToPath(new URL('report.lua', import.meta.url));

async function withWrk({ url, headers, connections, seconds }) {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const size = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s'];
  const { stdout } = await run('wrk', [...size, ...given, '-s', report, url]);
  return JSON.parse(stdout.slice(stdout.lastIndexOf('{"total"')));
}

/** Runs `work` for each of `items` with `clients` in parallel; returns jobs per second. */
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

/**
 * Measures each peer once per round, with a rotating first peer, so that a busy moment affects all
 * equally. Waits for background work of the others, so that the measured peer has the machine to
 * itself.
 */
export async function rounds(peers, count, measure) {
  const results = new Map(peers.map((peer) => [peer.name, []]));
  for (let round = 0; round < count; round += 1) {
    const order = round % 2 === 0 ? peers : [...peers].reverse();
    for (const peer of order) {
      await atRest(peers);
      results.get(peer.name).push(await measure(peer, round));
    }
  }
  return results;
}

/**
 * Milliseconds of processor in half a second that count as rest, and for how many seconds that is
 * waited for.
 */
const resting = 30;
const patience = 60;

async function atRest(peers) {
  const used = () =>
    peers.reduce((sum, { pid }) => {
      const { own, below } = pid ? cpuOfTree(pid) : { own: 0, below: 0 };
      return sum + own + below;
    }, 0);
  for (let waited = 0; waited < patience * 2; waited += 1) {
    const before = used();
    await delay(500);
    if (used() - before <= resting) return;
  }
}
