// The cost of metrics: requests for a packument to the platform, and to a copy that counts each of
// them many times. The difference shows costs that are far below the noise of a busy machine.
import { authorization, startLading } from '../harness/lading.mjs';
import { load, rounds } from '../harness/load.mjs';
import { publish } from '../harness/packages.mjs';
import { cpuOfTree } from '../harness/processes.mjs';
import { median, ms, rate, verdict } from '../harness/stats.mjs';
import { repeatedMetrics } from './repeatedMetrics.mjs';

/** Share of a packument's processor time that metrics may cost. */
const goal = 0.02;
/** How often the copy counts. */
const times = 501;

export async function measure({ quick, log }) {
  const other = repeatedMetrics(times);
  const servers = [];
  try {
    for (const [name, program] of [
      ['counted once', undefined],
      [`counted ${times} times`, other.program],
    ]) {
      const server = await startLading(program ? { program } : {});
      servers.push({ ...server, name });
      await publish(server.npm(), { name: 'counted', version: '1.0.0' });
    }
    // The compiler of the runtime needs as long.
    for (const server of servers) await measureOnce(server, quick ? 4 : 15);
    const seconds = quick ? 2 : 4;
    const results = await rounds(servers, quick ? 3 : 16, async (server) => {
      const found = await measureOnce(server, seconds);
      log(`${server.name}: ${rate(found.rate)} a second, ${(found.cpu * 1000).toFixed(1)} µs of CPU`);
      return found;
    });
    const scrape = await scrapeCost(servers[0], quick ? 20 : 200);
    return [tableOf(results), scrape];
  } finally {
    for (const server of servers) await server.stop();
    other.remove();
  }
}

async function measureOnce(server, seconds) {
  const url = `${server.npm().url}counted`;
  const headers = { accept: 'application/json', 'accept-encoding': 'identity', authorization };
  const before = cpuOfTree(server.pid);
  const found = await load({ url, headers, seconds });
  const after = cpuOfTree(server.pid);
  // The load is preceded by a second of warm-up.
  return { ...found, cpu: (after.own - before.own) / (found.rate * (seconds + 1)) };
}

function tableOf(results) {
  const [once, often] = [...results.values()];
  const middle = (found, key) => median(found.map((each) => each[key]));
  const costs = often.map(({ cpu }, round) => (cpu - once[round].cpu) / (times - 1)).sort((a, b) => a - b);
  const whole = middle(once, 'cpu');
  const share = (cost) => `${((cost / whole) * 100).toFixed(2)} %`;
  const quartile = (at) => share(costs[Math.round((costs.length - 1) * at)]);
  const cost = median(costs);
  const row = (name, found) => [
    name,
    rate(middle(found, 'rate')),
    ms(middle(found, 'p99')),
    (middle(found, 'cpu') * 1000).toFixed(1),
  ];
  return {
    heading: 'Metrics of a packument',
    note: `Requests for a packument of 1 KB by ten kept-alive connections, to the platform and to a copy whose functions that count requests, durations, and uses of caches run ${times} times. The cost is the difference in processor time, divided by ${times - 1}: the median of ${costs.length} neighboring rounds, whose quartiles are ${quartile(0.25)} and ${quartile(0.75)}.`,
    columns: [
      '',
      'requests /s',
      'p99',
      'server CPU, µs/request',
      'cost of counting, µs',
      'share',
      'goal',
      'met',
    ],
    rows: [
      [
        ...row('counted once', once),
        (cost * 1000).toFixed(2),
        share(cost),
        `≤ ${goal * 100} %`,
        verdict(cost / whole <= goal),
      ],
      [...row(`counted ${times} times`, often), '', '', '', ''],
    ],
  };
}

/** A scrape reads all metrics, some of them from the database. */
async function scrapeCost(server, count) {
  const read = async () => {
    const answer = await fetch(`${server.numeric}/metrics`, { headers: { authorization } });
    if (!answer.ok) throw new Error(`/metrics answers ${answer.status}`);
    return (await answer.text()).length;
  };
  const length = await read();
  const taken = [];
  const before = cpuOfTree(server.pid);
  for (let at = 0; at < count; at += 1) {
    const began = performance.now();
    await read();
    taken.push(performance.now() - began);
  }
  const after = cpuOfTree(server.pid);
  return {
    heading: 'A scrape of all metrics',
    note: 'Milliseconds, one client, in a small installation. The processor time is that of the server, without the database.',
    columns: ['KiB', 'median', 'server CPU'],
    rows: [[(length / 1024).toFixed(0), ms(median(taken)), ms((after.own - before.own) / count)]],
  };
}
