// The index under load: clients read the list and search it by name while packages are published.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { startLading } from '../harness/lading.mjs';
import { publish } from '../harness/packages.mjs';
import { median, ms, percentile, rate, verdict } from '../harness/stats.mjs';
import { work } from '../harness/tools.mjs';
import { generate, words } from './generate.mjs';

const migrations = fileURLToPath(new URL('../../platform/src/storage/migrations/', import.meta.url));

/** What the console's list asks for. */
const fields = `edges { cursor node { id name packageType description created modified latestVersion versionsCount tags
  licenses { name source } stats { downloads } } } pageInfo { hasNextPage endCursor capped totalCount }`;
const query = `query ($filter: PackageFilter!, $first: Int, $after: String, $orderBy: PackageOrder) {
  packages(filter: $filter, first: $first, after: $after, orderBy: $orderBy) { ${fields} } }`;

const body = (variables) =>
  JSON.stringify({ query, variables: { filter: { packageTypeIn: ['npm'] }, first: 100, ...variables } });

export async function measure({ quick, log }) {
  const packages = quick ? 20_000 : 1_000_000;
  const lading = await startFilled(packages, log);
  try {
    const questions = await prepare(lading, packages, log);
    const rows = [];
    for (const scenario of scenarios(questions)) {
      rows.push(...(await run(lading, scenario, { seconds: quick ? 4 : 30, log })));
    }
    return [
      {
        heading: `${packages.toLocaleString('en')} packages with ${(packages * 5).toLocaleString('en')} versions, embedded database`,
        note:
          'Milliseconds of each answer as its client sees it, over HTTP and with the client’s own work, while 20 packages a second ' +
          'are published over HTTP. Without a pause a client asks again at once; with one it reads for 50 ms first.',
        columns: ['', 'clients', 'answers /s', 'median', 'p99', 'goal p99', 'met', 'capped', 'published /s'],
        rows,
      },
    ];
  } finally {
    await lading.stop();
  }
}

/** A filled data folder is kept for the next run, for as long as the tables are the same. */
async function startFilled(packages, log) {
  const tables = createHash('sha256');
  for (const file of readdirSync(migrations).sort()) tables.update(readFileSync(join(migrations, file)));
  const home = join(work, `metadata-${packages}-${tables.digest('hex').slice(0, 8)}`);
  const filled = join(home, 'filled');
  if (!existsSync(filled)) {
    for (const name of readdirSync(work)) {
      if (name.startsWith(`metadata-${packages}-`))
        rmSync(join(work, name), { recursive: true, force: true });
    }
    mkdirSync(home, { recursive: true });
    const started = Date.now();
    const lading = await startLading({ home });
    try {
      // Its pages wait until the console's own packages are published: nobody else writes from then on.
      await (await fetch(`${lading.origin}/ui/`)).text();
      await generate(lading, { packages, log });
    } finally {
      await lading.stop();
    }
    writeFileSync(filled, '');
    log(`filled in ${Math.round((Date.now() - started) / 1000)} s`);
  }
  return startLading({ home });
}

async function prepare(lading, packages, log) {
  const pages = [];
  let after;
  let total;
  // Half way through, a thousand at a time; then a few different pages from there.
  for (let passed = 0; passed < packages / 2; passed += 1000) {
    const { pageInfo } = await ask(lading, body({ first: 1000, after }));
    after = pageInfo.endCursor;
    total ??= pageInfo.totalCount;
    if (passed > packages * 0.4 && pages.length < 50) pages.push(body({ after }));
  }
  log(
    `${total} packages in all, a page from the middle is ${(await ask(lading, pages[0])).edges[0].node.name}`,
  );
  const orders = ['CREATED', 'MODIFIED', 'DOWNLOADS'].map((field) =>
    body({ orderBy: { field, direction: 'DESC' } }),
  );
  const pick = (list, index) => list[(index * 37) % list.length];
  const search = (name) => body({ filter: { packageTypeIn: ['npm'], name } });
  const searches = Array.from({ length: 60 }, (_, index) => {
    const [verb, noun] = [pick(words.verbs, index), pick(words.nouns, index)];
    return search(
      [
        `*${verb}*`,
        `*${noun.slice(1, 4)}*`,
        `*${verb}-${noun}*`,
        `${verb}*`,
        `*${noun}-${index}`,
        `*no-such-${verb}*`,
      ][index % 6],
    );
  });
  return {
    first: { kind: 'first page', bodies: [body({})], goal: 25 },
    orders: { kind: 'first page by date or downloads', bodies: orders, goal: 25 },
    deep: { kind: 'deep page', bodies: pages, goal: 25 },
    search: { kind: 'name search', bodies: searches, goal: 50 },
  };
}

const scenarios = ({ first, orders, deep, search }) => [
  { title: '8, no pause', questions: [first], pause: 0 },
  { title: '8, no pause', questions: [deep], pause: 0 },
  { title: '8, no pause', questions: [search], pause: 0 },
  { title: '8, mixed, 50 ms pause', questions: [first, deep, search, orders], pause: 50 },
];

async function run(lading, { title, questions, pause }, { seconds, log }) {
  const { origin } = lading;
  const { authorization } = lading.npm();
  const workerData = {
    url: `${origin}/metadata/api/v1/query`,
    authorization,
    clients: 8,
    questions,
    seconds,
    pause,
  };
  const reader = new Worker(new URL('./reader.mjs', import.meta.url), { workerData });
  const result = new Promise((resolve, reject) => {
    reader.once('message', resolve);
    reader.once('error', reject);
  });
  const published = await publishSteadily(lading, seconds, result);
  const { times, capped } = await result;
  return questions.map(({ kind, goal }) => {
    const list = times[kind];
    const p99 = percentile(list, 0.99);
    log(`${kind}, ${title}: ${ms(median(list))}, p99 ${ms(p99)} ms`);
    const share = `${Math.round((capped[kind] / list.length) * 100)}%`;
    return [
      kind,
      title,
      rate(list.length / seconds),
      ms(median(list)),
      ms(p99),
      `≤ ${goal}`,
      verdict(p99 <= goal),
      share,
      published.toFixed(1),
    ];
  });
}

let counter = Date.now();

/** Twenty packages a second until the readers are done; how many a second it came to. */
async function publishSteadily(lading, seconds, done) {
  const npm = lading.npm();
  let count = 0;
  const waiting = [];
  const started = performance.now();
  let over = false;
  const end = done.finally(() => {
    over = true;
  });
  while (!over && performance.now() - started < seconds * 1000) {
    counter += 1;
    waiting.push(
      publish(
        npm,
        { name: `live-${counter.toString(36)}`, version: '1.0.0', license: 'MIT' },
        { bytes: 5000 },
      ).then(() => {
        count += 1;
      }),
    );
    await delay(Math.max(0, started + waiting.length * 50 - performance.now()));
  }
  await Promise.all(waiting);
  const took = (performance.now() - started) / 1000;
  await end;
  return count / took;
}

async function ask(lading, text) {
  const answer = await fetch(`${lading.origin}/metadata/api/v1/query`, {
    method: 'POST',
    headers: { authorization: lading.npm().authorization, 'content-type': 'application/json' },
    body: text,
  });
  const { data, errors } = await answer.json();
  if (!data) throw new Error(`${answer.status} ${JSON.stringify(errors)}`);
  return data.packages;
}
