// Clients that read while packages are published, and the cost of one response.
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { publish } from '../harness/packages.mjs';
import { cpuOfTree, memoryOfTree } from '../harness/processes.mjs';
import { median, mib, ms, percentile, rate, verdict } from '../harness/stats.mjs';
import { requestTimes } from './requestTimes.mjs';

const clients = 8;
/** Minimum time for which a person reads a response, in milliseconds. */
const personsPause = 100;

/**
 * Each kind of question alone and all of them mixed, asked by clients that ask again at once; then
 * mixed by clients that pause as people do. A question has a kind, bodies (a path or what is
 * posted) and a goal in milliseconds.
 */
export async function measureReading(lading, questions, { quick, log }) {
  const seconds = quick ? 3 : 15;
  const costs = [];
  for (const question of questions)
    costs.push(await costOf(lading, question, { asks: quick ? 30 : 300, log }));
  const rows = [];
  // The files of so many packages are read from disk once, which is not part of the measurement.
  const warmUp = { title: 'warm-up', questions, pause: personsPause };
  await readTogether(lading, warmUp, { seconds: quick ? 2 : 25, log });
  const run = async (title, asked, pause) =>
    rows.push(...(await readTogether(lading, { title, questions: asked, pause }, { seconds, log })));
  for (const question of questions) await run(`${clients}, no pause`, [question], 0);
  await run(`${clients}, mixed, no pause`, questions, 0);
  await run(`${clients}, mixed, a person’s pause of ${personsPause} ms`, questions, personsPause);
  return [
    {
      heading: 'Answers under load',
      note:
        'Milliseconds of each answer while 20 packages a second are published over HTTP. What is held against the goal is the time on ' +
        'the server, as its log of requests tells it in whole milliseconds: from the head of the request, once read, to the last byte of ' +
        'the answer, once handed to the system. Beside it what the client sees, which includes the client’s own work on the same ' +
        'cores. Without a pause a client asks again at once, so that all cores are always taken: what is measured then is mostly waiting.',
      columns: [
        '',
        'clients',
        'answers /s',
        'median at the client',
        'p99 at the client',
        'p99 on the server',
        'goal p99',
        'met',
        'capped',
        'published /s',
      ],
      rows,
    },
    {
      heading: 'What an answer costs',
      note: 'Milliseconds of processor, one client asking one question after the other, each worked out anew, and nothing published.',
      columns: ['', 'server', 'database', 'together', 'median time'],
      rows: costs,
    },
    memoryAfter(lading),
  ];
}

function memoryAfter({ pid }) {
  const { pss } = memoryOfTree(pid);
  return {
    heading: 'Memory afterwards',
    note: 'Of the server and its database together, shared pages counted once.',
    columns: ['', 'measured', 'goal', 'met'],
    rows: [['MiB', mib(pss), '≤ 1024', verdict(pss <= 1024 ** 3)]],
  };
}

async function readTogether(lading, { title, questions, pause }, { seconds, log }) {
  const logged = requestTimes(lading);
  const reader = readingWorker(lading, { questions, pause, clients, seconds });
  const published = await publishSteadily(lading, seconds, reader);
  const { times, capped } = await reader;
  const onServer = await logged.once(questions.map(({ kind }) => times[kind].length));
  return questions.map(({ kind, goal }, index) => {
    const list = times[kind];
    const [middle, p99] = [median(list), percentile(list, 0.99)];
    const inServer = percentile(onServer[index], 0.99);
    log(`${kind}, ${title}: ${ms(middle)}, p99 ${ms(p99)} ms, on the server ${inServer} ms`);
    const share = `${Math.round((capped[kind] / list.length) * 100)}%`;
    const met = verdict(inServer <= goal);
    const answers = rate(list.length / seconds);
    return [
      kind,
      title,
      answers,
      ms(middle),
      ms(p99),
      `${inServer}`,
      `≤ ${goal}`,
      met,
      share,
      published.toFixed(1),
    ];
  });
}

/** Returns the CPU milliseconds per response: of the server, of its database, and in total. */
export async function costOf(lading, question, { asks, log }) {
  const ask = (count) => readingWorker(lading, { questions: [question], pause: 0, clients: 1, asks: count });
  await ask(20);
  const before = cpuOfTree(lading.pid);
  const { times } = await ask(asks);
  const after = cpuOfTree(lading.pid);
  const [server, database] = [after.own - before.own, after.below - before.below].map((all) => all / asks);
  const time = median(times[question.kind]);
  log(`${question.kind}: ${server.toFixed(2)} + ${database.toFixed(2)} ms of processor, ${ms(time)} ms`);
  return [question.kind, ...[server, database, server + database].map((cost) => cost.toFixed(2)), ms(time)];
}

function readingWorker(lading, work) {
  const { authorization } = lading.npm();
  const workerData = { url: `${lading.origin}/metadata/api/v1/query`, authorization, ...work };
  const worker = new Worker(new URL('./reader.mjs', import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

let counter = Date.now();

/**
 * Publishes 20 packages per second until the readers finish; returns the actual rate per second.
 */
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
