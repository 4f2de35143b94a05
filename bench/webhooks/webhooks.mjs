// 1,000 events a second for 100 webhooks, some of which are slow or fail: the delay of the others,
// completeness, order, and what it costs other calls.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { call } from '../harness/call.mjs';
import { authorization, startLading } from '../harness/lading.mjs';
import { publish } from '../harness/packages.mjs';
import { median, ms, percentile, rate, verdict } from '../harness/stats.mjs';

const webhooks = 100;
/** Of each ten webhooks, one has a slow receiver and one a receiver that fails until the end. */
const kindOf = (number) => ({ 3: 'slow', 7: 'failing' })[number % 10] ?? 'fast';
/** Files of each webhook in a folder. One folder is deleted each second. */
const files = 10;
const perSecond = webhooks * files;
const goals = { cost: 1.2 };

export async function measure({ quick, log }) {
  const seconds = quick ? 4 : 30;
  const lading = await startLading({
    env: { LADING_ALLOWED_NETWORKS: '127.0.0.1' },
    nodeOptions: process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof'] : [],
  });
  const receivers = await startReceivers();
  try {
    await publish(lading.npm(), { name: 'measured', version: '1.0.0' });
    await upload(lading, 2 * seconds);
    log('uploaded');
    const quiet = await run(lading, { from: 0, seconds });
    log(`without webhooks: ${describe(quiet)}`);
    for (let number = 0; number < webhooks; number++) await subscribe(lading, receivers, number);
    const busy = await run(lading, { from: seconds, seconds });
    log(`with webhooks: ${describe(busy)}`);
    const reached = await receivers.ask('count');
    receivers.send('recover');
    const complete = await untilDelivered(receivers, seconds * perSecond, log);
    const result = judge(await receivers.ask('report'), busy, { from: seconds, seconds });
    return blocks({ quiet, busy, reached, complete, result, seconds });
  } finally {
    receivers.stop();
    await lading.stop();
  }
}

async function startReceivers() {
  const child = fork(fileURLToPath(new URL('receivers.mjs', import.meta.url)));
  // Receivers are other machines: their work must not take processors from the server.
  setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const [{ port }] = await once(child, 'message');
  return {
    url: (number) => `http://127.0.0.1:${port}/${number}/${kindOf(number)}`,
    send: (message) => child.send(message),
    async ask(message) {
      child.send(message);
      return (await once(child, 'message'))[0];
    },
    stop: () => child.kill(),
  };
}

async function upload(lading, rounds) {
  const paths = Array.from({ length: rounds }, (_, round) => pathsOf(round)).flat();
  const next = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop())
      await call(lading, 'PUT', `/artifactory/generic-local/${path}`);
  };
  await Promise.all(Array.from({ length: 8 }, next));
}

const pathOf = (round, webhook, file) => `round-${round}/of-${webhook}/file-${file}.txt`;
const pathsOf = (round) =>
  Array.from({ length: perSecond }, (_, at) => pathOf(round, at % webhooks, Math.floor(at / webhooks)));

async function subscribe(lading, receivers, number) {
  await call(lading, 'POST', '/event/api/v1/subscriptions', {
    key: `deletions-${number}`,
    enabled: true,
    event_filter: {
      domain: 'artifact',
      event_types: ['deleted'],
      criteria: { anyLocal: true, includePatterns: [`*/of-${number}/**`] },
    },
    handlers: [{ handler_type: 'webhook', url: receivers.url(number) }],
  });
}

/** Deletes a folder each second, and measures another call meanwhile. */
async function run(lading, { from, seconds }) {
  const times = [];
  const deleted = new Map();
  const started = performance.now();
  let running = true;
  const asking = async () => {
    while (running) {
      const began = performance.now();
      const answer = await fetch(`${lading.numeric}/artifactory/api/npm/npm-local/measured`, {
        headers: { authorization },
      });
      await answer.arrayBuffer();
      times.push(performance.now() - began);
      await delay(10);
    }
  };
  const deleting = async () => {
    for (let at = 0; at < seconds; at++) {
      await delay(Math.max(0, started + at * 1000 - performance.now()));
      const round = from + at;
      deleted.set(round, Date.now());
      await call(lading, 'DELETE', `/artifactory/generic-local/round-${round}`);
    }
    await delay(Math.max(0, started + seconds * 1000 - performance.now()));
    running = false;
  };
  await Promise.all([deleting(), asking(), asking()]);
  return { times, deleted, taken: (performance.now() - started) / 1000 };
}

const describe = ({ times, taken }) =>
  `${ms(median(times))} ms, ${ms(percentile(times, 0.99))} ms at the 99th percentile, in ${taken.toFixed(1)} s`;

/** Returns the seconds until all events were delivered. */
async function untilDelivered(receivers, events, log) {
  const started = performance.now();
  for (let before = -1; ; ) {
    const { received } = await receivers.ask('count');
    if (received >= events) return (performance.now() - started) / 1000;
    if (performance.now() - started > 600_000)
      throw new Error(`only ${received} of ${events} were delivered`);
    if (received !== before) log(`${received} of ${events} delivered`);
    before = received;
    await delay(1000);
  }
}

function judge({ events, delays }, { deleted }, { from, seconds }) {
  let [lost, twice, early] = [0, 0, 0];
  for (let number = 0; number < webhooks; number++) {
    const paths = events[number] ?? [];
    const known = new Set(paths);
    twice += paths.length - known.size;
    for (let round = from; round < from + seconds; round++)
      for (let file = 0; file < files; file++) if (!known.has(pathOf(round, number, file))) lost += 1;
    const rounds = [...known].map(roundOf);
    early += rounds.filter((round, at) => at > 0 && round < rounds[at - 1]).length;
  }
  return { lost, twice, early, delays: delays.map(({ path, at }) => at - deleted.get(roundOf(path))) };
}

const roundOf = (path) => Number(/^round-(\d+)/.exec(path)?.[1]);

function blocks({ quiet, busy, reached, complete, result, seconds }) {
  const cost = (of) => of(busy.times) / of(quiet.times);
  const [middle, worst] = [cost(median), cost((times) => percentile(times, 0.99))];
  return [
    {
      heading: `${perSecond.toLocaleString('en')} events a second for ${webhooks} webhooks`,
      note: `A folder with ${perSecond.toLocaleString('en')} files is deleted each second for ${seconds} s; each file is an event for one webhook. 10 receivers take 200 ms, 10 fail until the end. Delay: from the request that deletes to a fast receiver, milliseconds. Out of order: events that arrived after one of a later deletion. The receivers run on the same machine at the lowest priority, as they would on others.`,
      columns: [
        'events',
        'delivered during the run',
        'delay',
        'p99',
        'all delivered after',
        'lost',
        'twice',
        'out of order',
      ],
      rows: [
        [
          (seconds * perSecond).toLocaleString('en'),
          reached.received.toLocaleString('en'),
          ms(median(result.delays)),
          ms(percentile(result.delays, 0.99)),
          `${complete.toFixed(1)} s`,
          result.lost,
          result.twice,
          result.early,
        ],
      ],
    },
    {
      heading: 'Another call meanwhile',
      note: 'Milliseconds of a packument, two clients, while folders are deleted without and with webhooks.',
      columns: ['', 'a second', 'median', 'p99'],
      rows: [
        [
          'without webhooks',
          rate(quiet.times.length / quiet.taken),
          ms(median(quiet.times)),
          ms(percentile(quiet.times, 0.99)),
        ],
        [
          'with webhooks',
          rate(busy.times.length / busy.taken),
          ms(median(busy.times)),
          ms(percentile(busy.times, 0.99)),
        ],
        [
          `ratio, goal ${goals.cost}`,
          '',
          `${middle.toFixed(2)}, ${verdict(middle <= goals.cost)}`,
          `${worst.toFixed(2)}, ${verdict(worst <= goals.cost)}`,
        ],
      ],
    },
  ];
}
