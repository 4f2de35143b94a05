// The audit log with 75,000,000 records: pages, filters alone and combined, and the next page.
import { fileURLToPath } from 'node:url';
import { startFilled } from '../harness/filled.mjs';
import { authorization } from '../harness/lading.mjs';
import { median, ms, percentile, verdict } from '../harness/stats.mjs';
import { days, fillAudit, users } from './fill.mjs';

/** Milliseconds at the 99th percentile. */
const goal = 50;
const path = '/access/api/v1/audit';
const events = ['sign-in', 'token-issued', 'user-changed', 'project-changed'];

export async function measure({ quick, log }) {
  const records = quick ? 200_000 : 75_000_000;
  const lading = await startFilled({
    name: `audit-${records}`,
    files: [fileURLToPath(new URL('fill.mjs', import.meta.url))],
    fill: (filling) => fillAudit(filling, { records, log }),
    log,
  });
  try {
    const rows = [];
    for (const [name, search, isPaged] of searches) {
      const found = await timed(lading, search, { isPaged, records, count: quick ? 20 : 300 });
      const worst = percentile(found.times, 0.99);
      log(`${name}: ${ms(median(found.times))} ms, ${ms(worst)} ms at the 99th percentile`);
      rows.push([
        name,
        ms(median(found.times)),
        ms(worst),
        `< ${goal}`,
        verdict(worst < goal),
        `${Math.round((100 * found.full) / found.times.length)}%`,
      ]);
    }
    return [
      {
        heading: `The audit log with ${records.toLocaleString('en')} records`,
        note: 'Milliseconds for a page of 100 records, one client, other values in each request. A search that finds few records among many returns what it has found, and continues with the next page; complete: share of answers with a full page or all matching records.',
        columns: ['request', 'median', 'p99', 'goal p99', 'met', 'complete'],
        rows,
      },
    ];
  } finally {
    await lading.stop();
  }
}

let seed = 1;
/** Returns the same numbers in each run. */
function random(below) {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
}
const one = (list) => list[random(list.length)];
const user = () => `user${Math.floor(users * (random(1000) / 1000) ** 3)}`;
const address = () => `10.1.${random(200)}.${random(100)}`;
/** A week of the period. */
function week() {
  const from = Date.now() - (7 + random(days - 8)) * 86_400_000;
  const day = (time) => new Date(time).toISOString();
  return `from=${day(from)}&to=${day(from + 7 * 86_400_000)}`;
}

/** Name, query, and whether it continues from a random position. */
const searches = [
  ['the newest records', () => ''],
  ['a page further down', () => '', true],
  ['a user', () => `user=${user()}`],
  ['a user who has no records', () => `user=nobody${random(1000)}`],
  ['who did it', () => `by=admin${random(50)}`],
  ['an address', () => `address=${address()}`],
  ['an event', () => `event=${one(events)}`],
  ['failures', () => 'outcome=failure'],
  ['failures of an event', () => `event=${one(events)}&outcome=failure`],
  ['a week', week],
  ['a user in a week', () => `${week()}&user=${user()}`],
  ['failures of an event in a week', () => `${week()}&event=${one(events)}&outcome=failure`],
  ['a user and an address', () => `user=${user()}&address=${address()}`],
  ['an address and an event', () => `address=${address()}&event=${one(events)}`],
  ['a text', () => `text=repository-${random(10_000)}/`],
  ['a text that never occurs', () => `text=no-such-text-${random(1000)}`, true],
];

async function timed(lading, search, { isPaged, records, count }) {
  const times = [];
  let full = 0;
  for (let at = 0; at <= count; at++) {
    const position = isPaged ? `&before=${1 + random(records)}` : '';
    const started = performance.now();
    const answer = await fetch(`${lading.numeric}${path}?limit=100&${search()}${position}`, {
      headers: { authorization },
    });
    const page = await answer.json();
    if (!answer.ok) throw new Error(`${answer.status} ${JSON.stringify(page)}`);
    // The first one prepares the statement.
    if (at === 0) continue;
    times.push(performance.now() - started);
    if (page.searched_until === undefined) full += 1;
  }
  return { times, full };
}
