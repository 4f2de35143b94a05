// The dashboard with a million packages, compared to the package list: when all its widgets are
// filled.
import { anyRow, signIn } from '../console/screens.mjs';
import { openTab, startBrowser, visit } from '../harness/browser.mjs';
import { call } from '../harness/call.mjs';
import { password } from '../harness/lading.mjs';
import { rounds } from '../harness/load.mjs';
import { median, ms, times, verdict } from '../harness/stats.mjs';
import { packageName } from '../metadata/generate.mjs';
import { startFilledWith } from '../metadata/metadata.mjs';

const goal = 1.2;
/** Advisories about one package each. */
const advisories = 1000;
/** No widget is loading. */
const filled = '.ins-dashboard:has(.ins-widget):not(:has([aria-busy="true"]))';
const pages = [
  ['package list', 'packages', anyRow],
  ['dashboard', 'insight', filled],
];
/** An administrator, who has two widgets more, and a user who can read all packages. */
const users = ['admin', 'reader'];

export async function measure({ quick, log }) {
  const packages = quick ? 20_000 : 1_000_000;
  const lading = await startFilledWith(packages, log);
  const browser = await startBrowser();
  try {
    await addAdvisories(lading, log);
    await addReader(lading);
    const subjects = [];
    for (const user of users) {
      const cookies = await signIn(browser, lading.origin, user);
      for (const [page, path, ready] of pages) {
        const url = `${lading.origin}/ui/${path}`;
        subjects.push({ name: `${user} ${page}`, url, ready, cookies, pid: lading.pid });
      }
    }
    const results = await rounds(subjects, quick ? 2 : 9, async ({ url, ready, cookies }) => {
      const visitor = await browser.visitor(cookies);
      try {
        return { cold: await visitOnce(visitor, url, ready), warm: await visitOnce(visitor, url, ready) };
      } finally {
        await visitor.close();
      }
    });
    return [report(results, packages, log)];
  } finally {
    await browser.stop();
    await lading.stop();
  }
}

async function visitOnce(visitor, url, ready) {
  const tab = await openTab(visitor, { ready });
  const { ready: time } = await visit(tab, url);
  await tab.page.close();
  return time;
}

function report(results, packages, log) {
  const rows = users.flatMap((user) =>
    ['cold', 'warm'].map((kind) => {
      const [list, dashboard] = pages.map(([page]) =>
        median(results.get(`${user} ${page}`).map((visited) => visited[kind])),
      );
      const ratio = dashboard / list;
      log(`${user}, ${kind}: list ${ms(list)}, dashboard ${ms(dashboard)} ms`);
      return [user, kind, ms(list), ms(dashboard), times(ratio), `≤ ${goal}×`, verdict(ratio <= goal)];
    }),
  );
  return {
    heading: `${packages.toLocaleString('en')} packages, ${advisories.toLocaleString('en')} advisories`,
    note: 'Milliseconds, medians of alternating visits by an administrator and by a user who can read all packages: until the first rows of the list are painted, and until every widget of the dashboard is filled. Cold is with an empty cache.',
    columns: ['user', 'visit', 'list', 'dashboard', 'ratio', 'goal', 'met'],
    rows,
  };
}

/** Imports advisories and waits for the scan, once for a data directory. */
async function addAdvisories(lading, log) {
  const documents = Array.from({ length: advisories }, (_, n) => ({
    ...{ schema_version: '1.6.0', id: `BENCH-${n}`, modified: '2026-01-01T00:00:00Z' },
    ...{ published: '2026-01-01T00:00:00Z', summary: `Finding ${n}` },
    references: [],
    affected: [
      {
        package: { ecosystem: 'npm', name: packageName(n * 17) },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
      },
    ],
    database_specific: { severity: ['LOW', 'MODERATE', 'HIGH', 'CRITICAL'][n % 4] },
  }));
  await call(lading, 'POST', '/artifactory/api/advisories', documents);
  const started = Date.now();
  for (;;) {
    const { waiting, scanned } = JSON.parse(await call(lading, 'GET', '/xray/ui/vulnerabilities/new'));
    if (scanned && !waiting) break;
    if (Date.now() - started > 600_000) throw new Error('the scan of the advisories does not end');
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  log(`scanned in ${Math.round((Date.now() - started) / 1000)} s`);
}

/** Nothing changes if the data directory has the user already. */
async function addReader(lading) {
  const { authorization } = lading.npm();
  const send = (path, body) =>
    fetch(lading.origin + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await send('/access/api/v2/users', { username: 'reader', password, email: 'reader@example.org' });
}
