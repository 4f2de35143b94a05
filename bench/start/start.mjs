// Time from start to the first ping response, and memory of the idle platform.
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startLading } from '../harness/lading.mjs';
import { publish } from '../harness/packages.mjs';
import { memoryOfTree } from '../harness/processes.mjs';
import { median, mib, ms, percentile, verdict } from '../harness/stats.mjs';
import { temporary } from '../harness/temporary.mjs';

export async function measure({ quick, log }) {
  const times = { first: [], clean: [], killed: [] };
  const memory = { rest: [], used: [] };
  for (let run = 0; run < (quick ? 1 : 5); run += 1) {
    const home = temporary('start');
    try {
      let server = await startLading({ home });
      times.first.push(server.started);
      await server.stop();

      server = await startLading({ home });
      times.clean.push(server.started);
      await delay(quick ? 2000 : 10_000);
      memory.rest.push(memoryOfTree(server.pid));
      // Killed while it is working, as in a real crash.
      await publishSome(server, 100);
      const busy = publishSome(server, 100, 'cut-off').catch(() => undefined);
      await delay(100);
      await server.kill();
      await busy;

      server = await startLading({ home });
      times.killed.push(server.started);
      await publishSome(server, 200, 'used');
      await delay(quick ? 2000 : 10_000);
      memory.used.push(memoryOfTree(server.pid));
      await server.stop();
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
    log(
      `run ${run + 1}: ${Object.entries(times)
        .map(([name, list]) => `${name} ${ms(list.at(-1))}`)
        .join(', ')} ms`,
    );
  }
  const start = (what, list, goal) => [
    what,
    ms(median(list)),
    ms(percentile(list, 1)),
    `≤ ${goal}`,
    verdict(percentile(list, 1) <= goal),
  ];
  const rest = (what, list) => {
    const middle = list.find(({ pss }) => pss === median(list.map((sum) => sum.pss)));
    return [
      what,
      middle.processes,
      mib(middle.pss),
      mib(middle.rss),
      '< 300',
      verdict(middle.pss < 300 * 1024 ** 2),
    ];
  };
  return [
    {
      heading: 'From the command to the first answer to a ping',
      columns: ['start', 'ms (median)', 'ms (worst)', 'goal', 'met'],
      rows: [
        start('first, empty folder', times.first, 3000),
        start('after a clean stop', times.clean, 1000),
        start('after kill -9 while publishing', times.killed, 3000),
      ],
    },
    {
      heading: 'Memory of all processes together',
      note: 'PSS counts a page that several processes share once, RSS once for each of them; the goal is held against PSS.',
      columns: ['when', 'processes', 'PSS MiB', 'RSS MiB', 'goal', 'met'],
      rows: [
        rest('at rest after the start', memory.rest),
        rest('at rest after 200 packages were published', memory.used),
      ],
    },
  ];
}

async function publishSome(server, count, name = 'some') {
  const npm = server.npm();
  for (let index = 0; index < count; index += 1) {
    await publish(npm, { name: `${name}-${index}`, version: '1.0.0', license: 'MIT' }, { bytes: 5000 });
  }
}
