// Sign-in page and list of 200 packages, cold and cached, compared to Verdaccio's list.
import { conditions, openTab, visit } from '../harness/browser.mjs';
import { startLading } from '../harness/lading.mjs';
import { rounds } from '../harness/load.mjs';
import { publish } from '../harness/packages.mjs';
import { kib, median, ms, times, verdict } from '../harness/stats.mjs';
import { startVerdaccio } from '../harness/verdaccio.mjs';
import { firstRow, names, signIn, signInForm } from './screens.mjs';

export async function measurePages({ browser, certificate, quick, log }) {
  const secure = await startLading({ scheme: 'https', env: certificate.env, fetch: certificate.fetch });
  const plain = await startLading();
  const peer = await startVerdaccio();
  try {
    await fill(secure.npm());
    await fill(plain.npm());
    await fill(peer.npm());
    const subjects = [
      { name: 'sign-in page', over: 'HTTP/2', url: `${secure.origin}/ui/login`, ready: signInForm },
      {
        name: 'list',
        over: 'HTTP/2',
        url: `${secure.origin}/ui/packages`,
        ready: firstRow,
        cookies: await signIn(browser, secure.origin),
      },
      {
        name: 'list, HTTP/1.1',
        over: 'HTTP/1.1',
        url: `${plain.origin}/ui/packages`,
        ready: firstRow,
        cookies: await signIn(browser, plain.origin),
      },
      { name: 'Verdaccio’s list', over: 'HTTP/1.1', url: `${peer.origin}/`, ready: firstRow },
    ];
    const results = {};
    for (const [key, condition] of Object.entries(conditions)) {
      results[key] = await rounds(subjects, quick ? 1 : 7, async ({ url, ready, cookies }) => {
        const visitor = await browser.visitor(cookies);
        try {
          const cold = await visitOnce(visitor, { url, ready, condition });
          const warm = await visitOnce(visitor, { url, ready, condition });
          return { cold, warm };
        } finally {
          await visitor.close();
        }
      });
      for (const [name, list] of results[key]) {
        log(
          `${name}, ${condition.title}: cold ${ms(middle(list, 'cold', 'ready'))}, again ${ms(middle(list, 'warm', 'ready'))} ms`,
        );
      }
    }
    return [timesBlock(subjects, results), weightBlock(subjects, results), goalsBlock(results)];
  } finally {
    for (const server of [secure, plain, peer]) await server.stop();
  }
}

async function fill(npm) {
  for (const [index, name] of names.entries()) {
    await publish(
      npm,
      { name, version: '1.0.0', description: `Package number ${index}`, license: 'MIT' },
      { bytes: 100 },
    );
  }
}

async function visitOnce(visitor, { url, ready, condition }) {
  const tab = await openTab(visitor, { ready, condition });
  const result = await visit(tab, url);
  if (result.foreign.length > 0) throw new Error(`${url} asked elsewhere: ${result.foreign.join(', ')}`);
  await tab.page.close();
  return result;
}

const middle = (list, visitKind, key) => median(list.map((result) => result[visitKind][key] ?? Number.NaN));

function timesBlock(subjects, results) {
  const rows = [];
  for (const [key, { title }] of Object.entries(conditions)) {
    for (const kind of ['cold', 'warm']) {
      for (const { name, over } of subjects) {
        const at = (what) => ms(middle(results[key].get(name), kind, what));
        rows.push([
          name,
          over,
          title,
          kind === 'cold' ? 'cold' : 'again',
          at('firstPaint'),
          at('largestPaint'),
          at('ready'),
        ]);
      }
    }
  }
  return {
    heading: 'Time to the screen',
    note: 'Milliseconds from the start of the navigation (medians): first and largest paint, and the screen ready: form mounted, first rows painted.',
    columns: ['page', 'over', 'conditions', 'visit', 'first paint', 'largest paint', 'ready'],
    rows,
  };
}

function weightBlock(subjects, results) {
  const rows = subjects.flatMap(({ name }) =>
    ['cold', 'warm'].map((kind) => {
      const at = (key) => middle(results.plain.get(name), kind, key);
      return [
        name,
        kind === 'cold' ? 'cold' : 'again',
        at('files'),
        kib(at('fileBytes')),
        at('calls'),
        kib(at('bytes') - at('fileBytes')),
        at('callsBefore'),
      ];
    }),
  );
  return {
    heading: 'What goes over the wire',
    note: 'Requests that reached the network and their KiB with headers; calls are those of scripts for data.',
    columns: ['page', 'visit', 'files', 'KiB', 'calls', 'KiB', 'calls before ready'],
    rows,
  };
}

function goalsBlock(results) {
  const at = (key, name, kind, what) => middle(results[key].get(name), kind, what);
  const { plain } = results;
  const row = (what, value, shown, goal, show = goal) => [what, shown, show, verdict(value <= goal)];
  const bytes = (name, kind) => at('plain', name, kind, 'fileBytes');
  const against = (key) =>
    at(key, 'list, HTTP/1.1', 'cold', 'ready') / at(key, 'Verdaccio’s list', 'cold', 'ready');
  const files = (name) => at('plain', name, 'cold', 'files');
  const calls = Math.max(...plain.get('list').map(({ cold }) => cold.callsBefore));
  const back = at('plain', 'list', 'warm', 'bytes');
  return {
    heading: 'Against the goals',
    columns: ['', 'measured', 'at most', 'met'],
    rows: [
      row(
        'sign-in page, cold, KiB of files',
        bytes('sign-in page', 'cold'),
        kib(bytes('sign-in page', 'cold')),
        150 * 1024,
        150,
      ),
      row('sign-in page, cold, files', files('sign-in page'), files('sign-in page'), 13),
      row(
        'frame and list, cold, KiB of files',
        bytes('list', 'cold'),
        kib(bytes('list', 'cold')),
        250 * 1024,
        250,
      ),
      row('frame and list, cold, files', files('list'), files('list'), 17),
      row('calls before the first page of 100 packages', calls, calls, 4),
      row('a return visit, KiB of everything', back, kib(back), 8 * 1024, 8),
      row(
        'list ready, of Verdaccio’s time, both HTTP/1.1',
        against('plain'),
        times(against('plain')),
        0.5,
        '0.5×',
      ),
      row('the same, Fast 4G and CPU 4×', against('slow'), times(against('slow')), 0.6, '0.6×'),
    ],
  };
}
