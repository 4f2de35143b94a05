// A backup of a large database while packages are published at a steady rate: what it costs them.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { call } from '../harness/call.mjs';
import { connect } from '../harness/database.mjs';
import { startFilled } from '../harness/filled.mjs';
import { pack, publishBody } from '../harness/packages.mjs';
import { median, mib, ms, percentile, verdict } from '../harness/stats.mjs';
import { temporary } from '../harness/temporary.mjs';
import { generate } from '../metadata/generate.mjs';
import { relate } from '../metadata/relations.mjs';

const perSecond = 20;
/** 99th percentile of a publish during a backup, compared with that before it. */
const goal = 1.5;
const backups = '/ui/api/v1/ui/backups';

export async function measure({ quick, log }) {
  const packages = quick ? 20_000 : 1_000_000;
  const lading = await start(packages, log);
  try {
    const target = temporary('backups');
    await call(lading, 'PUT', `${backups}/settings`, { target, enabled: false, hour: 3, days: [1], keep: 2 });
    const publisher = new Publisher(lading);
    // The first publishes compile code, and fill caches.
    await publisher.run(delay(quick ? 2000 : 20_000));
    const phases = [];
    for (const name of ['a backup to an empty target', 'the next backup']) {
      // About as long as a backup: rare work of the database, such as checkpoints, slows both.
      const before = await publisher.run(delay(quick ? 4000 : 120_000));
      log(`before ${name}: ${describe(before)}`);
      let run;
      const during = await publisher.run(
        backUp(lading).then((ended) => {
          run = ended;
        }),
      );
      log(`during ${name}: ${describe(during)}, ${secondsOf(run).toFixed(1)} s`);
      phases.push({ name, before, during, run });
    }
    return tables(packages, phases);
  } finally {
    await lading.stop();
  }
}

const start = (packages, log) =>
  startFilled({
    name: `backup-${packages}`,
    files: ['generate.mjs', 'relations.mjs'].map((file) => join(import.meta.dirname, '../metadata', file)),
    fill: async (lading) => {
      await generate(lading, { packages, log });
      await relate(lading, { packages, log });
      await forgetBlobs(lading);
    },
    log,
    // Published packages of earlier runs would be copied, too.
    changed: true,
  });

/**
 * Deletes the rows of generated blobs, which have no files. A backup would look for each of them,
 * which is not what is measured.
 */
async function forgetBlobs(lading) {
  const client = await connect(lading);
  try {
    await client.query('SET session_replication_role = replica');
    await client.query(`DELETE FROM blobs WHERE sha256 IN
      (SELECT encode(sha256(('blob' || n)::bytea), 'hex') FROM generate_series(0, 99999) n)`);
  } finally {
    await client.end();
  }
}

/** Publishes packages at a steady rate, however long each takes. */
class Publisher {
  #lading;
  #count = 0;

  constructor(lading) {
    this.#lading = lading;
  }

  /** Returns the milliseconds of each publish that began before the end. */
  async run(end) {
    const times = [];
    const begun = [];
    let running = true;
    const ended = end.finally(() => {
      running = false;
    });
    const started = performance.now();
    for (let at = 0; running; at += 1) {
      const publish = await this.#prepare();
      await delay(Math.max(0, started + (at * 1000) / perSecond - performance.now()));
      begun.push(publish().then((time) => times.push(time)));
    }
    await Promise.all([ended, ...begun]);
    return times;
  }

  async #prepare() {
    const name = `published-${this.#count++}`;
    const manifest = { name, version: '1.0.0', description: 'Published during a backup', license: 'MIT' };
    const { url, authorization } = this.#lading.npm();
    const body = publishBody(manifest, await pack(manifest), url);
    return async () => {
      const began = performance.now();
      const answer = await fetch(`${url}${name}`, {
        method: 'PUT',
        headers: { authorization, 'content-type': 'application/json', 'npm-command': 'publish' },
        body,
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`publish of ${name} was refused: ${answer.status}`);
      return performance.now() - began;
    };
  }
}

/** Backs up as the console does. Returns the ended backup. */
async function backUp(lading) {
  const { id } = JSON.parse(await call(lading, 'POST', backups));
  for (;;) {
    await delay(200);
    const { backups: listed } = JSON.parse(await call(lading, 'GET', backups));
    const run = listed.find((each) => each.id === id);
    if (run.state === 'failed' || run.error) throw new Error(`The backup failed: ${run.error}`);
    if (run.state === 'succeeded') return run;
  }
}

const secondsOf = ({ started, ended }) => (Date.parse(ended) - Date.parse(started)) / 1000;
const describe = (times) =>
  `${times.length} publishes, ${ms(median(times))} ms, ${ms(percentile(times, 0.99))} ms at the 99th percentile`;

function tables(packages, phases) {
  const held = `${packages.toLocaleString('en')} packages with ${(packages * 5).toLocaleString('en')} versions`;
  return [
    {
      heading: `Publishing during a backup of ${held}`,
      note: `Milliseconds of a publish of npm, ${perSecond} packages a second, each begun at its time however long the others take. The backup is to a directory on the same disk, by the server itself, beside the embedded database.`,
      columns: ['', 'publishes', 'median', 'p99', 'slowest', 'ratio of p99', 'goal', 'met'],
      rows: phases.flatMap(({ name, before, during }) => {
        const ratio = percentile(during, 0.99) / percentile(before, 0.99);
        return [
          [`before ${name}`, ...figures(before), '', '', ''],
          [`during ${name}`, ...figures(during), ratio.toFixed(2), `≤ ${goal}`, verdict(ratio <= goal)],
        ];
      }),
    },
    {
      heading: 'The backups',
      columns: ['', 'seconds', 'database, MiB', 'blobs', 'copied, MiB'],
      rows: phases.map(({ name, run }) => [
        name,
        secondsOf(run).toFixed(1),
        mib(run.databaseBytes),
        run.blobs.toLocaleString('en'),
        mib(run.copiedBytes),
      ]),
    },
  ];
}

const figures = (times) => [
  times.length.toLocaleString('en'),
  ms(median(times)),
  ms(percentile(times, 0.99)),
  ms(Math.max(...times)),
];
