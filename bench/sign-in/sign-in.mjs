// The cost of a sign-in besides its password hash, with 100,000 users, and the effect of a flood of
// sign-ins on the server.
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { verify } from '@node-rs/argon2';
import { connect } from '../harness/database.mjs';
import { authorization, password, startLading } from '../harness/lading.mjs';
import { median, ms, percentile, rate, verdict } from '../harness/stats.mjs';
import { timing } from './timing.mjs';

export async function measure({ quick, log }) {
  const users = quick ? 10_000 : 100_000;
  const server = await startLading();
  const database = await connect(server);
  try {
    const hash = await makeUsers(database, users);
    const alone = await hashAlone(hash, quick ? 2 : 5);
    log(
      `${rate(alone.capacity)} hashes a second, ${ms(percentile(alone.times, 0.99))} ms at the 99th percentile`,
    );
    const { times: signIns, refused } = await arrivals(server, users, alone.capacity / 2, {
      seconds: quick ? 5 : 30,
      before: 10,
    });
    log(`sign-in: ${ms(median(signIns))} ms, ${ms(percentile(signIns, 0.99))} ms at the 99th percentile`);
    if (refused > 0) log(`refused: ${refused} of ${signIns.length + refused}`);
    const told = await timing(server, quick);
    const flooded = await flood(server, quick ? 3 : 10);
    return [
      {
        heading: `Signing in among ${users.toLocaleString('en')} users`,
        note: 'Milliseconds. Sign-ins arrive evenly, at half of what this machine can hash with two at once. Those of the first ten seconds are not counted. The hash alone is measured in another process, with nothing else running.',
        columns: ['', 'a second', 'median', 'p99', 'refused', 'goal p99', 'met'],
        rows: [
          [
            'password hash alone, two at once',
            rate(alone.capacity),
            ms(median(alone.times)),
            ms(percentile(alone.times, 0.99)),
            '',
            '',
            '',
          ],
          [
            'sign-in',
            rate(alone.capacity / 2),
            ms(median(signIns)),
            ms(percentile(signIns, 0.99)),
            `${refused} of ${signIns.length + refused}`,
            '< 2 times the hash, none refused',
            verdict(refused === 0 && percentile(signIns, 0.99) < 2 * percentile(alone.times, 0.99)),
          ],
        ],
      },
      {
        heading: 'What the time of an answer tells',
        note: 'Milliseconds, medians of calls made in turn by a user without permission on any of it.',
        columns: ['asked for', 'there, hidden', 'not there', 'ratio'],
        rows: told,
      },
      {
        heading: 'A flood of sign-ins',
        note: 'Milliseconds of other calls, while 200 clients try wrong passwords without a pause.',
        columns: ['call', 'median', 'p99', 'failed'],
        rows: flooded,
      },
    ];
  } finally {
    await database.end();
    await server.stop();
  }
}

/** Creates users with the administrator's password, so that one hash is enough. */
async function makeUsers(database, count) {
  await database.query(
    `insert into users (name, password_hash)
     select 'user' || i, (select password_hash from users where name = 'admin') from generate_series(1, $1) i`,
    [count],
  );
  // As it is where they were not all made a moment ago: the database would tidy up after that while
  // it is measured.
  await database.query('vacuum analyze users');
  await database.query('checkpoint');
  const { rows } = await database.query("select password_hash from users where name = 'admin'");
  return rows[0].password_hash;
}

async function hashAlone(hash, seconds) {
  const times = [];
  const until = performance.now() + seconds * 1000;
  const one = async () => {
    while (performance.now() < until) {
      const started = performance.now();
      await verify(hash, password);
      times.push(performance.now() - started);
    }
  };
  await Promise.all([one(), one()]);
  return { times, capacity: times.length / seconds };
}

const agent = new Agent({ keepAlive: true });

/**
 * Returns the status with as little processor time as possible, because client and server share the
 * processor.
 */
function signIn(server, user, secret = password) {
  const body = JSON.stringify({ user, password: secret, type: 'login' });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(
      `${server.numeric}/ui/api/v1/ui/auth/login`,
      { method: 'POST', agent, headers },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode));
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

/**
 * Each of another user, so that no password is remembered. A server that has just been started
 * reads its own code for the first hundreds: those that come in `before` seconds are not counted.
 */
async function arrivals(server, users, perSecond, { seconds, before }) {
  const times = [];
  const running = [];
  let refused = 0;
  const started = performance.now();
  for (let at = 0; at < perSecond * (before + seconds); at += 1) {
    const due = started + (at / perSecond) * 1000;
    const wait = due - performance.now();
    if (wait > 0) await delay(wait);
    const user = `user${1 + ((at * 7919) % users)}`;
    running.push(
      signIn(server, user).then((status) => {
        // The server may reject requests while it is busy; any other failure is an error.
        if (status !== 200 && status !== 503) throw new Error(`${user} was answered ${status}`);
        if (at < perSecond * before) return;
        if (status === 503) refused += 1;
        else times.push(performance.now() - due);
      }),
    );
  }
  await Promise.all(running);
  return { times, refused };
}

async function flood(server, seconds) {
  const calls = {
    ping: () => fetch(`${server.origin}/artifactory/api/system/ping`),
    'a page of the console': () => fetch(`${server.origin}/ui/`, { headers: { accept: 'text/html' } }),
    'a call with a password that is remembered': () =>
      fetch(`${server.origin}/ui/api/v1/ui/auth/current`, { headers: { authorization } }),
  };
  await (await calls['a call with a password that is remembered']()).text();
  const until = performance.now() + seconds * 1000;
  let number = 0;
  const attackers = Array.from({ length: 200 }, async () => {
    while (performance.now() < until) await signIn(server, `user${++number}`, 'a wrong one');
  });
  const rows = await Promise.all(
    Object.entries(calls).map(async ([name, call]) => {
      const times = [];
      let failed = 0;
      while (performance.now() < until) {
        const started = performance.now();
        const answer = await call();
        await answer.text();
        if (answer.status !== 200) failed += 1;
        times.push(performance.now() - started);
        await delay(20);
      }
      return [name, ms(median(times)), ms(percentile(times, 0.99)), `${failed} of ${times.length}`];
    }),
  );
  await Promise.all(attackers);
  return rows;
}
