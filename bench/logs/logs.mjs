// The cost of live logs: requests for a packument, each of which adds a line to the log, with and
// without viewers of that log.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { authorization, startLading } from '../harness/lading.mjs';
import { load } from '../harness/load.mjs';
import { publish } from '../harness/packages.mjs';
import { cpuOfTree } from '../harness/processes.mjs';
import { median, mib, ms, rate, verdict } from '../harness/stats.mjs';

const viewers = 50;
/** Share of the requests that the viewers may cost. */
const goal = 0.1;
const stream = '/ui/api/v1/system/logs/stream?log=jfrt%3Aartifactory-request.log';

export async function measure({ quick, log }) {
  const server = await startLading({ env: { LADING_LOG_LEVEL: 'info' } });
  try {
    await publish(server.npm(), { name: 'watched', version: '1.0.0' });
    const results = { without: [], with: [] };
    for (let round = 0; round < (quick ? 2 : 8); round += 1) {
      const order = round % 2 === 0 ? ['without', 'with'] : ['with', 'without'];
      for (const kind of order) {
        const found = await measureOnce(server, kind === 'with' ? viewers : 0, quick ? 3 : 6);
        results[kind].push(found);
        log(
          `${kind} viewers: ${rate(found.rate)} a second, ${mib(found.sent)} MiB/s to the viewers, ${Math.round(found.cpu * 1000)} µs of CPU`,
        );
      }
    }
    return [tableOf(results)];
  } finally {
    await server.stop();
  }
}

async function measureOnce(server, count, seconds) {
  const watching = count > 0 ? await watch(server, count) : undefined;
  try {
    const url = `${server.npm().url}watched`;
    const headers = { accept: 'application/json', 'accept-encoding': 'identity', authorization };
    const before = cpuOfTree(server.pid);
    const found = await load({ url, headers, seconds });
    const after = cpuOfTree(server.pid);
    // The load is preceded by a second of warm-up.
    const cpu = (after.own - before.own) / (found.rate * (seconds + 1));
    return { ...found, cpu, sent: watching ? median(watching.perSecond.slice(-seconds)) : 0 };
  } finally {
    watching?.stop();
  }
}

/** Resolves when the viewers have received their first lines. */
async function watch(server, count) {
  const program = fileURLToPath(new URL('viewers.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, `${server.numeric}${stream}`, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const perSecond = [];
  child.stdout.on('data', (text) => {
    perSecond.push(...String(text).trim().split('\n').map(Number));
  });
  await once(child.stdout, 'data');
  return { perSecond, stop: () => child.kill() };
}

function tableOf(results) {
  const middle = (kind, key) => median(results[kind].map((found) => found[key]));
  const ratios = results.with.map((found, round) => found.rate / results.without[round].rate);
  const cost = 1 - median(ratios);
  const micros = (kind) => Math.round(middle(kind, 'cpu') * 1000).toString();
  return {
    heading: `Live logs with ${viewers} viewers`,
    note: `Requests for a packument of 1 KB by ten kept-alive connections, each of which is a line of the log that the viewers stream. The viewers are one process on the same machine. The cost is the median of the ratios of neighboring rounds.`,
    columns: [
      'viewers',
      'requests /s',
      'p99',
      'server CPU, µs/request',
      'MiB/s to viewers',
      'cost',
      'goal',
      'met',
    ],
    rows: [
      [
        'none',
        rate(middle('without', 'rate')),
        ms(middle('without', 'p99')),
        micros('without'),
        '',
        '',
        '',
        '',
      ],
      [
        String(viewers),
        rate(middle('with', 'rate')),
        ms(middle('with', 'p99')),
        micros('with'),
        mib(middle('with', 'sent')),
        `${(cost * 100).toFixed(1)} %`,
        `≤ ${goal * 100} %`,
        verdict(cost <= goal),
      ],
    ],
  };
}
