// Plugins in operation: what reports of many browsers cost other calls, and how soon a new page has
// what an operator changed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { publishPlugin, tinyPlugin } from '../console/tinyPlugin.mjs';
import { call } from '../harness/call.mjs';
import { authorization, startLading } from '../harness/lading.mjs';
import { load } from '../harness/load.mjs';
import { publish } from '../harness/packages.mjs';
import { median, ms, percentile, rate, verdict } from '../harness/stats.mjs';

const browsers = 500;
/** Share of the requests that the reports may cost, and milliseconds until a page has a change. */
const goals = { cost: 0.1, shown: 400 };
const plugins = '/ui/api/v1/lading/plugins';
const specifier = 'lading-plugin-bench';

export async function measure({ quick, log }) {
  const lading = await startLading({ env: { LADING_TRUSTED_PROXIES: '127.0.0.1' } });
  try {
    await publish(lading.npm(), { name: 'asked', version: '1.0.0' });
    for (const version of ['1.0.0', '2.0.0'])
      await publishPlugin(lading.npm('plugins-local'), tinyPlugin('bench', version));
    const shown = await measureChanges(lading, quick ? 3 : 20);
    log(`shown after ${ms(median(Object.values(shown).flat()))} ms`);
    const cost = await measureReports(lading, quick ? 2 : 8, log);
    return [tableOfChanges(shown), tableOfReports(cost)];
  } finally {
    await lading.stop();
  }
}

/** Returns the milliseconds from a change to a page that has it, by change. */
async function measureChanges(lading, rounds) {
  const found = { swap: [], rollback: [], revocation: [] };
  const timed = async (kind, version, change) => {
    const began = performance.now();
    await change();
    for (;;) {
      const page = await (await fetch(`${lading.numeric}/ui/`)).text();
      const address = /\/ui\/plugins\/bench\/([\d.]+)\//.exec(page)?.[1];
      if (address === version) break;
      if (performance.now() - began > 10_000) throw new Error(`no page has ${version}, but ${address}`);
    }
    found[kind].push(performance.now() - began);
  };
  const install = (version) =>
    call(lading, 'POST', `${plugins}/releases`, {
      ...{ changes: [{ action: 'install', specifier, version }], activate: true },
    });
  const revocation = { specifier, version: '2.0.0' };
  await install('1.0.0');
  for (let round = 0; round < rounds; round += 1) {
    await timed('swap', '2.0.0', () => install('2.0.0'));
    await timed('rollback', '1.0.0', () => call(lading, 'POST', `${plugins}/rollback`, {}));
    await install('2.0.0');
    await timed('revocation', undefined, () =>
      call(lading, 'POST', `${plugins}/revocations`, { ...revocation, reason: 'a bench' }),
    );
    await call(lading, 'DELETE', `${plugins}/revocations?${new URLSearchParams(revocation)}`);
    await install('1.0.0');
  }
  return found;
}

/** Returns requests a second of another call with and without reports, alternating. */
async function measureReports(lading, rounds, log) {
  const url = `${lading.numeric}/ui/api/v1/lading/plugin-health`;
  const child = fork(fileURLToPath(new URL('browsers.mjs', import.meta.url)), [url, String(browsers)]);
  // Browsers are other machines: their work must not take processors from the server.
  setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const results = { without: [], with: [] };
  try {
    for (let round = 0; round < rounds; round += 1)
      for (const kind of round % 2 === 0 ? ['without', 'with'] : ['with', 'without']) {
        const measured = load({
          url: `${lading.npm().url}asked`,
          headers: { accept: 'application/json', authorization },
          seconds: 10,
        });
        if (kind === 'with') {
          child.send('report');
          const [accepted] = await once(child, 'message');
          if (accepted !== browsers) throw new Error(`only ${accepted} reports were accepted`);
        }
        results[kind].push(await measured);
        log(`${kind} reports: ${rate(results[kind].at(-1).rate)} requests a second`);
      }
  } finally {
    child.kill();
  }
  return results;
}

function tableOfChanges(found) {
  return {
    heading: 'A new page after a change of plugins',
    note: 'Milliseconds from the request that changes a release set until a page has the other version.',
    columns: ['change', 'median', 'slowest', 'goal', 'met'],
    rows: Object.entries(found).map(([kind, times]) => {
      const slowest = Math.max(...times);
      return [kind, ms(median(times)), ms(slowest), `≤ ${goals.shown}`, verdict(slowest <= goals.shown)];
    }),
  };
}

function tableOfReports(results) {
  const middle = (kind, key) => median(results[kind].map((each) => each[key]));
  const cost = 1 - middle('with', 'rate') / middle('without', 'rate');
  const row = (kind, name) => [
    name,
    rate(middle(kind, 'rate')),
    ms(
      percentile(
        results[kind].map(({ p99 }) => p99),
        0.5,
      ),
    ),
  ];
  return {
    heading: `${browsers} browsers report a failure at once`,
    note: 'Requests for a packument by ten kept-alive connections, in 10 s in which all browsers send a report. Medians of alternating rounds.',
    columns: ['reports', 'requests /s', 'p99', 'cost', 'goal', 'met'],
    rows: [
      [...row('without', 'none'), '', '', ''],
      [
        ...row('with', String(browsers)),
        `${(cost * 100).toFixed(1)} %`,
        `≤ ${goals.cost * 100} %`,
        verdict(cost <= goals.cost),
      ],
    ],
  };
}
