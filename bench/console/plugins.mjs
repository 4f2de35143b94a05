// Many plugins in the map, and one that is updated while the server runs.
import { setTimeout as delay } from 'node:timers/promises';
import { conditions, openTab, visit } from '../harness/browser.mjs';
import { startLading } from '../harness/lading.mjs';
import { rounds } from '../harness/load.mjs';
import { publish } from '../harness/packages.mjs';
import { kib, median, ms, percentile, times, verdict } from '../harness/stats.mjs';
import { anyRow, names, signIn } from './screens.mjs';
import { publishPlugin, tinyPlugin, writeMap } from './tinyPlugin.mjs';

const name = (index) => `bench-${String(index).padStart(3, '0')}`;

export async function measurePlugins({ browser, certificate, quick, log }) {
  const counts = quick ? [5, 50] : [5, 50, 200];
  const servers = [];
  try {
    for (const count of counts) servers.push(await startWith(count, { browser, certificate, log }));
    return [
      await manyBlock(servers, { browser, quick, log }),
      await swapBlock(servers, { browser, certificate, quick, log }),
    ];
  } finally {
    for (const { lading } of servers) await lading.stop();
  }
}

/** Starts a server whose map has `count` plugins in addition to the shipped ones. */
async function startWith(count, { browser, certificate, log }) {
  const lading = await startLading({ scheme: 'https', env: certificate.env, fetch: certificate.fetch });
  const plugins = Array.from({ length: count }, (_, index) => tinyPlugin(name(index), '1.0.0'));
  for (const plugin of plugins) await publishPlugin(lading.npm('plugins-local'), plugin);
  for (const packageName of names.slice(0, 100))
    await publish(lading.npm(), { name: packageName, version: '1.0.0' }, { bytes: 100 });
  writeMap(lading.home, plugins);
  await served(lading, certificate, plugins.at(-1).address);
  log(`${count} plugins are in the map`);
  return { name: String(count), count, lading, plugins, cookies: await signIn(browser, lading.origin) };
}

/** Returns the milliseconds until the server's map contains the URL. */
async function served(lading, certificate, address) {
  const started = performance.now();
  while (performance.now() - started < 30_000) {
    const answer = await certificate.fetch(`${lading.origin}/ui/importmap.json`);
    if (answer.ok && (await answer.text()).includes(address)) return performance.now() - started;
    await delay(10);
  }
  throw new Error(`the map never named ${address}:\n${lading.output()}`);
}

async function manyBlock(servers, { browser, quick, log }) {
  const rows = [];
  for (const condition of Object.values(conditions)) {
    const results = await rounds(servers, quick ? 1 : 7, async ({ lading, cookies }) => {
      const visitor = await browser.visitor(cookies);
      try {
        const cold = await visitList(visitor, lading, condition);
        const warm = await visitList(visitor, lading, condition);
        return { cold, warm };
      } finally {
        await visitor.close();
      }
    });
    const ready = (server, kind) => median(results.get(server.name).map((result) => result[kind].ready));
    for (const server of servers) {
      const [first] = results.get(server.name);
      const ratio = ready(server, 'warm') / ready(servers[0], 'warm');
      log(
        `${server.count} plugins, ${condition.title}: cold ${ms(ready(server, 'cold'))}, again ${ms(ready(server, 'warm'))} ms`,
      );
      rows.push([
        server.count,
        condition.title,
        ms(ready(server, 'cold')),
        first.cold.requests,
        kib(first.cold.bytes),
        ms(ready(server, 'warm')),
        first.warm.requests,
        kib(first.warm.bytes),
        times(ratio),
        server.count === 200 ? '≤ 1.2×' : '',
        server.count === 200 ? verdict(ratio <= 1.2) : '',
      ]);
    }
  }
  return {
    heading: 'Plugins in the map',
    note: 'The list of packages over HTTP/2, ms to ready; the last ratio is the returning visitor’s time against that with 5 plugins.',
    columns: [
      'plugins',
      'conditions',
      'cold ms',
      'requests',
      'KiB',
      'again ms',
      'requests',
      'KiB',
      'of 5',
      'goal',
      'met',
    ],
    rows,
  };
}

async function visitList(visitor, lading, condition) {
  const tab = await openTab(visitor, { ready: anyRow, condition });
  const result = await visit(tab, `${lading.origin}/ui/packages`);
  await tab.page.close();
  return result;
}

async function swapBlock(servers, { browser, certificate, quick, log }) {
  const rows = [];
  for (const server of [servers[0], servers.at(-1)]) {
    const { lading, cookies } = server;
    const visitor = await browser.visitor(cookies);
    const tab = await openTab(visitor, { ready: '[data-plugin-state="mounted"] [data-bench]' });
    await visit(tab, `${lading.origin}/ui/${name(0)}`);
    const plugins = [...server.plugins];
    const swaps = [];
    for (let patch = 1; patch <= (quick ? 2 : 7); patch += 1) {
      plugins[0] = tinyPlugin(name(0), `1.0.${patch}`);
      await publishPlugin(lading.npm('plugins-local'), plugins[0]);
      writeMap(lading.home, plugins);
      const noticed = await served(lading, certificate, plugins[0].address);
      const result = await visit(tab);
      const shown = await tab.page.$eval('[data-bench]', (element) => element.dataset.bench);
      if (shown !== plugins[0].version)
        throw new Error(`after the swap ${shown} is shown, not ${plugins[0].version}`);
      swaps.push({ ...result, noticed });
    }
    const ready = swaps.map((swap) => swap.ready);
    const files = swaps[0].list.filter(({ call, type }) => !call && type !== 'Document');
    log(`swap with ${server.count} plugins: ${ms(median(ready))} ms`);
    rows.push([
      server.count,
      ms(median(swaps.map((swap) => swap.noticed))),
      ms(median(ready)),
      ms(percentile(ready, 1)),
      '≤ 400',
      verdict(median(ready) <= 400),
      files.map(({ url }) => new URL(url).pathname).join(' ') || 'none',
      kib(median(swaps.map((swap) => swap.bytes))),
    ]);
    await visitor.close();
  }
  return {
    heading: 'A version swapped in the map',
    note: 'The operator’s file is written while the server runs; then the open page is reloaded. Files are those beside the page itself that the reload fetched.',
    columns: [
      'plugins',
      'map live after ms',
      'shown after reload ms',
      'worst',
      'goal',
      'met',
      'files fetched',
      'KiB in all',
    ],
    rows,
  };
}
