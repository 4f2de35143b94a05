// A cleanup policy over 2,500,000 files: what it takes to select and to delete, and what other
// calls take meanwhile.
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { call } from '../harness/call.mjs';
import { startFilled } from '../harness/filled.mjs';
import { median, ms, percentile, verdict } from '../harness/stats.mjs';
import { generate } from '../metadata/generate.mjs';

const prefix = '/ui/api/v1/ui/cleanup';
/** Minutes. */
const goal = 10;
/** Each package has five versions with a file each. The oldest one of a fifth is deleted. */
const settings = {
  ...{
    description: '',
    enabled: false,
    repositories: ['npm-local'],
    repositoryClasses: [],
    packageTypes: [],
  },
  ...{ select: 'all', keepNewest: 4, include: ['*-*-*0/**', '*-*-*5/**'], exclude: [], keepBuilds: true },
  ...{ every: 'never', hour: 2 },
};

export async function measure({ quick, log }) {
  const packages = quick ? 20_000 : 500_000;
  const lading = await startFilled({
    name: `cleanup-${packages}`,
    files: [fileURLToPath(new URL('../metadata/generate.mjs', import.meta.url))],
    fill: (filling) => generate(filling, { packages, log }),
    log,
  });
  try {
    const before = await pings(lading, () => delay(5000));
    await call(lading, 'PUT', `${prefix}/policies/oldest`, settings);
    const dry = await run(lading, true, log);
    let real;
    const during = await pings(lading, async () => {
      real = await run(lading, false, log);
    });
    const files = packages * 5;
    const took = real.seconds / 60;
    return [
      {
        heading: `A cleanup policy over ${files.toLocaleString('en')} files`,
        note: 'Minutes. Deletes the oldest of five versions of some npm packages. The versions share content, so few bytes are freed.',
        columns: ['run', 'examined files', 'deleted versions', 'minutes', 'goal', 'met'],
        rows: [
          ['dry run', files.toLocaleString('en'), '0', (dry.seconds / 60).toFixed(1), '', ''],
          [
            'run',
            files.toLocaleString('en'),
            real.deleted.toLocaleString('en'),
            took.toFixed(1),
            `≤ ${goal}`,
            verdict(took <= goal && real.failed === 0 && real.deleted > 0 && real.deleted === dry.selected),
          ],
        ],
      },
      {
        heading: 'Other requests meanwhile',
        note: 'Milliseconds of a ping, one client.',
        columns: ['', 'median', 'p99'],
        rows: [
          ['before', ms(median(before)), ms(percentile(before, 0.99))],
          ['during the run', ms(median(during)), ms(percentile(during, 0.99))],
        ],
      },
    ];
  } finally {
    await lading.stop();
    // The next run needs what this one deleted.
    rmSync(lading.home, { recursive: true, force: true });
  }
}

async function run(lading, dry, log) {
  const started = performance.now();
  const { id } = JSON.parse(await call(lading, 'POST', `${prefix}/policies/oldest/runs`, { dry }));
  for (;;) {
    await delay(500);
    const now = JSON.parse(await call(lading, 'GET', `${prefix}/runs/${id}`));
    if (now.error) throw new Error(now.error);
    if (now.state !== 'finished') continue;
    const seconds = (performance.now() - started) / 1000;
    log(
      `${dry ? 'dry run' : 'run'}: ${now.selected} selected, ${now.deleted} deleted in ${seconds.toFixed(1)} s`,
    );
    return { ...now, seconds };
  }
}

/** Returns the times of pings until the work ends. */
async function pings(lading, work) {
  const times = [];
  let running = true;
  const asking = async () => {
    while (running) {
      const began = performance.now();
      await (await fetch(`${lading.numeric}/artifactory/api/system/ping`)).arrayBuffer();
      times.push(performance.now() - began);
      await delay(20);
    }
  };
  const asked = asking();
  await work();
  running = false;
  await asked;
  return times;
}
