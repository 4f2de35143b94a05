// A hundred thousand packages under the real list: the first rows, a scroll without end, and what
// stays in memory.
import { setTimeout as delay } from 'node:timers/promises';
import { anyRow, signIn } from '../console/screens.mjs';
import { openTab, startBrowser, visit } from '../harness/browser.mjs';
import { startLading } from '../harness/lading.mjs';
import { median, mib, ms, percentile, verdict } from '../harness/stats.mjs';
import { generate } from '../metadata/generate.mjs';
import { fillList, scroll } from './scroll.mjs';

export async function measure({ quick, log }) {
  const packages = quick ? 10_000 : 100_000;
  const lading = await startLading();
  const browser = await startBrowser();
  try {
    await generate(lading, { packages, log });
    const cookies = await signIn(browser, lading.origin);
    const runs = [];
    for (let run = 0; run < (quick ? 1 : 5); run += 1) {
      runs.push(await measureOnce({ browser, lading, cookies }));
      const { first, rows, frames, blank, heap } = runs.at(-1);
      log(
        `first rows ${ms(first)} ms, ${rows} rows, ${blank} of ${frames} frames blank, heap ${mib(heap.before)} then ${mib(heap.after)} MiB`,
      );
    }
    return [block(runs, packages)];
  } finally {
    await browser.stop();
    await lading.stop();
  }
}

async function measureOnce({ browser, lading, cookies }) {
  const visitor = await browser.visitor(cookies);
  try {
    const tab = await openTab(visitor, { ready: anyRow });
    await visit(tab, `${lading.origin}/ui/packages`);
    const first = await comeBack(tab.page);
    await visit(tab);
    const before = await heap(tab);
    const loaded = await tab.page.evaluate(fillList);
    const result = await tab.page.evaluate(scroll, { pixels: 2000, milliseconds: 5000 });
    await tab.page.waitForNetworkIdle({ idleTime: 500 });
    // What has settled: what the last frames asked for has come, what is far away may go.
    await delay(1000);
    const after = await heap(tab);
    return { ...result, ...loaded, first, heap: { before, after } };
  } finally {
    await visitor.close();
  }
}

/**
 * Milliseconds from a click on the menu to the first rows, code and data having been there before.
 */
async function comeBack(page) {
  await page.click(anyRow);
  await page.waitForFunction((selector) => !document.querySelector(selector), {}, anyRow);
  return page.evaluate(
    (selector) =>
      new Promise((resolve) => {
        const started = performance.now();
        const watch = new MutationObserver(() => {
          if (!document.querySelector(selector)) return;
          watch.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)));
        });
        watch.observe(document.body, { childList: true, subtree: true });
        history.back();
      }),
    anyRow,
  );
}

async function heap({ session }) {
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

function block(runs, packages) {
  const of = (get) => runs.map(get);
  const grown = of(({ heap }) => heap.after - heap.before);
  const first = of((run) => run.first);
  const blank = of((run) => run.blank);
  return {
    heading: `The list over ${packages.toLocaleString('en')} packages`,
    note:
      'In Chromium, HTTP/1.1, medians of the runs. A frame is blank when some point of the visible list shows no row’s box; ' +
      'a box whose text is still on its way is a box. The heap is what a forced collection leaves, before the scroll and after it.',
    columns: ['', 'measured', 'goal', 'met'],
    rows: [
      [
        'first rows on coming back to the list, ms',
        ms(median(first)),
        '≤ 100',
        verdict(median(first) <= 100),
      ],
      [
        'frames without row boxes, 2,000 px a frame for 5 s',
        `${percentile(blank, 1)} of ${median(of((run) => run.frames))}`,
        '0',
        verdict(percentile(blank, 1) === 0),
      ],
      ['frames a second while scrolling', (median(of((run) => run.frames)) / 5).toFixed(0), '', ''],
      ['rows passed', median(of((run) => run.passed)).toLocaleString('en'), '', ''],
      ['heap before, MiB', mib(median(of(({ heap }) => heap.before))), '', ''],
      ['heap grown by, MiB', mib(median(grown)), '≤ 5', verdict(median(grown) <= 5 * 1024 ** 2)],
    ],
  };
}
