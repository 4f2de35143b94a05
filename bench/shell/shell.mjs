// Shell performance: changes between loaded plugins, memory after many mounts, and the menu rules.
import { signIn } from '../console/screens.mjs';
import { publishPlugin, tinyPlugin, writeMap } from '../console/tinyPlugin.mjs';
import { conditions, openTab, startBrowser, visit } from '../harness/browser.mjs';
import { startLading } from '../harness/lading.mjs';
import { median, mib, ms, percentile, verdict } from '../harness/stats.mjs';
import { changeTo } from './changeTo.mjs';
import { timeRules } from './menuRules.mjs';

/** Where each leads to, and what stands there once its plugin is mounted. */
const TINY = { path: '/bench', screen: '[data-plugin="bench"][data-plugin-state="mounted"] [data-bench]' };
const LIST = { path: '/packages', screen: '[data-plugin="packages"][data-plugin-state="mounted"] h1' };

export async function measure({ quick, log }) {
  const lading = await startLading();
  const browser = await startBrowser();
  try {
    const plugin = tinyPlugin('bench', '1.0.0');
    await publishPlugin(lading.npm('plugins-local'), plugin);
    writeMap(lading.home, [plugin]);
    const cookies = await signIn(browser, lading.origin);
    const changes = await measureChanges({ browser, lading, cookies, count: quick ? 6 : 30 });
    const heap = await measureHeap({ browser, lading, cookies, count: quick ? 50 : 500 });
    const rules = await timeRules(500);
    log(
      `a change ${ms(median(changes))} ms, ${heap.count} mounts ${mib(heap.grown)} MiB, rules ${ms(rules.median)} ms`,
    );
    return [block({ changes, heap, rules })];
  } finally {
    await browser.stop();
    await lading.stop();
  }
}

/**
 * Returns the milliseconds of each change between two loaded plugins, with a CPU slowed down 4
 * times.
 */
async function measureChanges({ browser, lading, cookies, count }) {
  const visitor = await browser.visitor(cookies);
  const tab = await openTab(visitor, { ready: LIST.screen, condition: { cpu: conditions.slow.cpu } });
  await visit(tab, `${lading.origin}/ui${LIST.path}`);
  const times = [];
  // The first two changes load and compile code.
  for (let change = -2; change < count; change += 1) {
    const time = await tab.page.evaluate(changeTo, change % 2 === 0 ? TINY : LIST);
    if (change >= 0) times.push(time);
  }
  await visitor.close();
  return times;
}

/** What stays in memory of mounts and unmounts, after those that fill every cache. */
async function measureHeap({ browser, lading, cookies, count }) {
  const visitor = await browser.visitor(cookies);
  const tab = await openTab(visitor, { ready: LIST.screen });
  await visit(tab, `${lading.origin}/ui${LIST.path}`);
  const go = async (changes) => {
    for (let change = 0; change < changes; change += 1)
      await tab.page.evaluate(changeTo, change % 2 === 0 ? TINY : LIST);
  };
  await go(40);
  const before = await heapOf(tab);
  await go(count);
  const after = await heapOf(tab);
  await visitor.close();
  return { count, before, after, grown: after - before };
}

async function heapOf({ page, session }) {
  await page.waitForNetworkIdle({ idleTime: 500 });
  await session.send('HeapProfiler.enable');
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

function block({ changes, heap, rules }) {
  const middle = median(changes);
  return {
    heading: 'Changes, memory, rules',
    note: 'A change goes from the click on a link to the next plugin’s painted screen, both having been there before, CPU 4×. The heap is read after forced collections. Rules: the median of 200 runs, and the first.',
    columns: ['what', 'measured', 'besides', 'goal', 'met'],
    rows: [
      [
        'change between two plugins, ms',
        ms(middle),
        `p95 ${ms(percentile(changes, 0.95))}`,
        '≤ 100',
        verdict(middle <= 100),
      ],
      [
        `heap after ${heap.count} mounts, MiB more`,
        mib(heap.grown),
        `${mib(heap.before)} before`,
        '< 5',
        verdict(heap.grown < 5 * 1024 ** 2),
      ],
      [
        `rules over ${rules.items} menu items, ms`,
        rules.median.toFixed(2),
        `first ${ms(rules.first)}`,
        '< 2',
        verdict(rules.median < 2),
      ],
    ],
  };
}
