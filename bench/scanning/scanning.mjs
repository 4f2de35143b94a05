// The cost of matching advisories: import and matching rates, and the overhead of a publish.
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../harness/database.mjs';
import { authorization, startLading } from '../harness/lading.mjs';
import { generator } from '../harness/load.mjs';
import { pack, publishBody } from '../harness/packages.mjs';
import { median, ms, rate, times, verdict } from '../harness/stats.mjs';
import { generate, words } from '../metadata/generate.mjs';
import { publishAll } from '../npm/publisher.mjs';

export async function measure({ quick, log }) {
  const packages = quick ? 20_000 : 200_000;
  const advisories = quick ? 5_000 : 200_000;
  const lading = await startLading();
  const database = await connect(lading);
  try {
    // The console's own packages are published before the measurement: nothing else writes after
    // that.
    await (await fetch(`${lading.origin}/ui/`)).text();
    await generate(lading, { packages, log });
    await database.query('SET statement_timeout = 0');
    const imported = await importMany(lading, advisories);
    log(`${rate(imported)} advisories a second`);
    const matched = await matchAll(database, packages);
    log(`${rate(matched.packages)} packages a second, ${matched.vulnerable} vulnerable versions`);
    const one = await changeOne(lading, database, quick ? 10 : 40);
    const costs = await publishCost(lading, database, quick ? 4 : 12, log);
    const ratio = median(costs.within.map((value, turn) => value / costs.without[turn]));
    return [
      {
        heading: `${packages.toLocaleString('en')} packages with ${(packages * 5).toLocaleString('en')} versions, ${advisories.toLocaleString('en')} advisories`,
        note:
          'A publish writes a line of a queue; the matching itself runs in the background. Publishes are measured by turns with and ' +
          `without that line, eight clients at once (${generator}); the ratio is the median of those of the turns.`,
        columns: ['', 'measured', 'goal', 'met'],
        rows: [
          ['advisories imported from one file, a second', rate(imported), '', ''],
          ['packages of five versions matched, a second', rate(matched.packages), '', ''],
          ['versions matched, a second', rate(matched.packages * 5), '', ''],
          [
            'from a changed advisory to its versions, median',
            `${ms(median(one))} ms`,
            '1000 ms',
            verdict(median(one) < 1000),
          ],
          ['publishes a second without', rate(median(costs.without)), '', ''],
          ['publishes a second with', rate(median(costs.within)), '', ''],
          ['with, of without', times(ratio), '0.95×', verdict(ratio >= 0.95)],
        ],
      },
    ];
  } finally {
    await database.end();
    await lading.stop();
  }
}

const nameOf = (n) =>
  `${words.verbs[n % words.verbs.length]}-${words.nouns[Math.floor(n / words.verbs.length) % words.nouns.length]}-${Math.floor(n / (words.verbs.length * words.nouns.length))}`;

const advisory = (n, modified = '2026-01-01T00:00:00Z') => ({
  id: `BENCH-${n}`,
  modified,
  summary: 'Lets everyone in',
  affected: [
    {
      package: { ecosystem: 'npm', name: nameOf(n) },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '1.1.0' }, { fixed: '2.0.0' }] }],
    },
  ],
  database_specific: { severity: 'HIGH' },
});

/** A second. */
async function importMany(lading, many) {
  const lines = Array.from({ length: many }, (_, n) => JSON.stringify(advisory(n)));
  const started = performance.now();
  const begun = await fetch(`${lading.origin}/xray/api/v1/advisories/imports?name=bench.ndjson`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  const { id } = await begun.json();
  for (;;) {
    const answer = await fetch(`${lading.origin}/xray/api/v1/advisories/imports/${id}`, {
      headers: { authorization },
    });
    const { state, imported, error } = await answer.json();
    if (state === 'failed') throw new Error(error);
    if (state === 'done') return imported / ((performance.now() - started) / 1000);
    await delay(100);
  }
}

/** Everything, as after the first import or a change of the policy. */
async function matchAll(database, packages) {
  const started = performance.now();
  await database.query('UPDATE scan_sweep SET after = 0');
  for (;;) {
    const { rows } = await database.query(
      'SELECT after IS NULL AND NOT EXISTS (SELECT FROM scan_queue) AS done FROM scan_sweep',
    );
    if (rows[0].done) break;
    await delay(50);
  }
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await database.query('SELECT count(*)::int AS vulnerable FROM version_scans');
  return { packages: packages / seconds, vulnerable: rows[0].vulnerable };
}

/** Milliseconds from the import of a changed advisory until its versions say so. */
async function changeOne(lading, database, many) {
  const waits = [];
  for (let n = 0; n < many; n++) {
    const changed = advisory(n, '2026-02-01T00:00:00Z');
    changed.database_specific.severity = 'CRITICAL';
    const started = performance.now();
    await fetch(`${lading.origin}/artifactory/api/advisories`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(changed),
    });
    for (;;) {
      const { rows } = await database.query(
        `SELECT s.critical FROM version_scans s JOIN packages p ON p.id = s.package_id WHERE p.name = $1 AND p.type = 'npm' LIMIT 1`,
        [nameOf(n)],
      );
      if (rows[0]?.critical > 0) break;
      await delay(2);
    }
    waits.push(performance.now() - started);
  }
  return waits;
}

/** Creates packages before they are sent, because creating them uses the server's processor. */
function documents(npm, names) {
  return Promise.all(
    names.map(async (name) => {
      const manifest = { name, version: '1.0.0', license: 'MIT' };
      return [name, Buffer.from(publishBody(manifest, await pack(manifest), npm.url))];
    }),
  );
}

/** Drops the lines of the queue, so that a publish writes nothing for scanning. */
const skipLines = [
  'CREATE FUNCTION bench_skip() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
  'CREATE TRIGGER bench_skip BEFORE INSERT ON scan_queue FOR EACH ROW EXECUTE FUNCTION bench_skip()',
];

/** Publishes a second, by turns. */
async function publishCost(lading, database, turns, log) {
  const npm = lading.npm('npm-local');
  const costs = { without: [], within: [] };
  let next = 0;
  for (const line of skipLines) await database.query(line);
  for (let turn = -1; turn < turns; turn++) {
    for (const kind of turn % 2 === 0 ? ['without', 'within'] : ['within', 'without']) {
      await database.query(
        `ALTER TABLE scan_queue ${kind === 'within' ? 'DISABLE' : 'ENABLE'} TRIGGER bench_skip`,
      );
      const names = Array.from({ length: 800 }, () => `published-${next++}`);
      const published = await publishAll(npm, await documents(npm, names), 8);
      // The first turn warms up.
      if (turn >= 0) costs[kind].push(published);
    }
    if (turn >= 0)
      log(`publishes a second: ${rate(costs.without.at(-1))} without, ${rate(costs.within.at(-1))} with`);
  }
  return costs;
}
