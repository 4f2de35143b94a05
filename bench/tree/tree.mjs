// A directory with 100,000 children in a repository with millions of files: the platform's time to
// list it, and whether the console's tree scrolls smoothly.
import { setTimeout as delay } from 'node:timers/promises';
import { signIn } from '../console/screens.mjs';
import { openTab, startBrowser, visit } from '../harness/browser.mjs';
import { authorization, startLading } from '../harness/lading.mjs';
import { together } from '../harness/load.mjs';
import { cpuOfTree } from '../harness/processes.mjs';
import { median, mib, ms, percentile, verdict } from '../harness/stats.mjs';
import { fill, wide } from './fill.mjs';
import { fillTree, scrollTree } from './scroll.mjs';

const browserPath = '/ui/api/v1/ui/v2/treebrowser';
const anyLine = '[role="treeitem"]';

export async function measure({ quick, log }) {
  const children = quick ? 10_000 : 100_000;
  const files = quick ? 50_000 : 2_000_000;
  const lading = await startLading();
  const browser = await startBrowser();
  try {
    await fill(lading, { children, files, log });
    await makeReader(lading);
    const asked = await askAll(lading, { children, quick, log });
    const cookies = await signIn(browser, lading.origin);
    const runs = [];
    for (let run = 0; run < (quick ? 1 : 3); run += 1) {
      runs.push(await scrollOnce({ browser, lading, cookies, children }));
      const { first, frames, blank, long, loading, heap } = runs.at(-1);
      log(
        `deep link ${ms(first)} ms, all lines in ${ms(loading)} ms, ${blank} of ${frames} frames blank, ${long} over 50 ms, heap ${mib(heap.after)} MiB`,
      );
    }
    return [listing(asked, { children, files }), scrolling(runs, children)];
  } finally {
    await browser.stop();
    await lading.stop();
  }
}

/** A user with access to a few paths: hidden entries are skipped. */
async function makeReader(lading) {
  const send = (path, body) =>
    fetch(lading.origin + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const password = 'an old tune of the sea';
  await send('/access/api/v2/users', { username: 'reader', password, email: 'reader@example.org' });
  await send('/access/api/v2/groups/readers', {});
  await fetch(`${lading.origin}/access/api/v2/permissions/${encodeURIComponent('Everything for readers')}`, {
    method: 'DELETE',
    headers: { authorization },
  });
  await send('/access/api/v2/permissions', {
    name: 'some',
    resources: {
      artifact: {
        actions: { users: { reader: ['READ'] }, groups: {} },
        targets: { 'generic-local': { include_patterns: [`${wide}/**/*5.bin`, `${wide}/*5.bin`] } },
      },
    },
  });
  return password;
}

async function askAll(lading, { children, quick, log }) {
  const reader = `Basic ${Buffer.from('reader:an old tune of the sea').toString('base64')}`;
  // Behind the last ones there is nothing to list for who reads each tenth.
  const name = () => `${String(Math.floor(Math.random() * (children - 200))).padStart(7, '0')}.bin`;
  const page = (path, more) => ({ type: 'junction', repoKey: 'generic-local', path, ...more });
  const scenarios = [
    ['first 200 of the folder', () => page(wide), 400, 50],
    ['200 from anywhere in it', () => page(wide, { continueState: name() }), 400, 50],
    ['200 around a name', () => page(wide, { around: name() }), 400, 50],
    ['5,000 from anywhere in it', () => page(wide, { continueState: name(), limit: 5000 }), 40, 250],
    ['the repository itself, compacted', () => page(''), 400, 50, '?compacted=true'],
    ['a folder of 100 folders, compacted', () => page('deep/0001'), 400, 50, '?compacted=true'],
    ['200 for who may read each tenth', () => page(wide, { continueState: name() }), 400, 50, '', reader],
  ];
  const ask = async ([title, body, , , query = '', as = authorization]) => {
    const started = performance.now();
    const answer = await fetch(lading.origin + browserPath + query, {
      method: 'POST',
      headers: { authorization: as, 'content-type': 'application/json' },
      body: JSON.stringify(body()),
    });
    const { data } = await answer.json();
    if (!(data?.length > 0)) throw new Error(`${title}: nothing was listed`);
    return performance.now() - started;
  };
  const askOften = async (scenario, count) => {
    const times = [];
    await together(Array(count).keys(), 8, async () => times.push(await ask(scenario)));
    return times;
  };
  // A server that was filled a moment ago has compiled nothing of this, and its database has read
  // nothing.
  for (const scenario of scenarios) await askOften(scenario, 100);
  const rows = [];
  for (const scenario of scenarios) {
    const [title, , count, goal] = scenario;
    const asked = quick ? 40 : count;
    const before = cpuOfTree(lading.pid);
    const times = await askOften(scenario, asked);
    const after = cpuOfTree(lading.pid);
    const cost = (after.own - before.own + after.below - before.below) / asked;
    log(
      `${title}: median ${ms(median(times))}, p99 ${ms(percentile(times, 0.99))} ms, ${ms(cost)} ms of processor`,
    );
    rows.push([title, times, goal, cost]);
  }
  for (const [title, path, body] of [
    ['everything in the folder counted', '/ui/api/v1/ui/artifactgeneral/artifactsCount', {}],
    ['dry run of deleting it', `${browserPath}/remove`, { dry: true }],
  ]) {
    const times = [];
    for (let turn = 0; turn < (quick ? 2 : 5); turn += 1) {
      const started = performance.now();
      const answer = await fetch(lading.origin + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ repoKey: 'generic-local', path: wide, ...body }),
      });
      const counted = await answer.json();
      if ((counted.artifactsCount ?? counted.files) !== children)
        throw new Error(`${title}: ${JSON.stringify(counted)}`);
      times.push(performance.now() - started);
    }
    log(`${title}: median ${ms(median(times))} ms`);
    rows.push([title, times, 1000]);
  }
  return rows;
}

async function scrollOnce({ browser, lading, cookies, children }) {
  const visitor = await browser.visitor(cookies);
  try {
    const tab = await openTab(visitor, { ready: anyLine });
    await visit(tab, `${lading.origin}/ui/repos/tree/General`);
    const middle = `${String(Math.floor(children * 0.9)).padStart(7, '0')}.bin`;
    const started = performance.now();
    await tab.page.goto(`${lading.origin}/ui/repos/tree/General/generic-local/${wide}/${middle}`);
    await tab.page.waitForSelector(`${anyLine}[aria-selected="true"][aria-label="${middle}"]`);
    const first = performance.now() - started;
    await tab.page.goto(`${lading.origin}/ui/repos/tree/General/generic-local/${wide}`);
    await tab.page.waitForFunction(() => document.querySelectorAll('[role="treeitem"]').length > 20);
    const before = await heap(tab);
    const loaded = await tab.page.evaluate(fillTree, children);
    const result = await tab.page.evaluate(scrollTree, { pixels: 2000, milliseconds: 5000 });
    await delay(500);
    return { ...loaded, ...result, first, heap: { before, after: await heap(tab) } };
  } finally {
    await visitor.close();
  }
}

async function heap({ session }) {
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

function listing(asked, { children, files }) {
  return {
    heading: `Listing a folder of ${children.toLocaleString('en')} children beside ${files.toLocaleString('en')} files`,
    note:
      'Milliseconds of each answer as its client sees it, over HTTP, 8 clients at once; counts one after the other. Beside it what an ' +
      'answer takes of the processor, of server and database together.',
    columns: ['', 'median', 'p99', 'goal p99', 'met', 'processor'],
    rows: asked.map(([title, times, goal, cost]) => {
      const slow = percentile(times, 0.99);
      const processor = cost === undefined ? '' : ms(cost);
      return [title, ms(median(times)), ms(slow), `≤ ${goal}`, verdict(slow <= goal), processor];
    }),
  };
}

function scrolling(runs, children) {
  const of = (get) => runs.map(get);
  const blank = of((run) => run.blank);
  const long = of((run) => run.long);
  return {
    heading: `The console’s tree over ${children.toLocaleString('en')} children`,
    note:
      'In Chromium, medians of the runs. A frame is blank when some point of the visible tree shows no line, long when the next ' +
      'one comes more than 50 ms after it.',
    columns: ['', 'measured', 'goal', 'met'],
    rows: [
      [
        'page opened at a child far down, until its line stands there, ms',
        ms(median(of((run) => run.first))),
        '',
        '',
      ],
      ['all children fetched by scrolling, s', (median(of((run) => run.loading)) / 1000).toFixed(1), '', ''],
      [
        'blank frames, 2,000 px a frame for 5 s',
        `${percentile(blank, 1)} of ${median(of((run) => run.frames))}`,
        '0',
        verdict(percentile(blank, 1) === 0),
      ],
      ['long frames', `${percentile(long, 1)}`, '0', verdict(percentile(long, 1) === 0)],
      ['frames a second while scrolling', (median(of((run) => run.frames)) / 5).toFixed(0), '', ''],
      ['heap with all of them, MiB', mib(median(of((run) => run.heap.after))), '', ''],
    ],
  };
}
