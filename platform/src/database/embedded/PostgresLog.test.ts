import { expect, it } from 'vitest';
import { PostgresLog, type PostgresMessage } from './PostgresLog.ts';

function read(...chunks: string[]): PostgresMessage[] {
  const found: PostgresMessage[] = [];
  const log = new PostgresLog((message) => found.push(message));
  for (const chunk of chunks) log.add(chunk);
  return found;
}

it('reads messages with their level, also in pieces', () => {
  expect(
    read(
      '00000 [7] LOG:  database system is rea',
      'dy to accept connections\n53100 [8] PANIC:  could not write',
      ' to file\n',
    ),
  ).toEqual([
    { level: 'info', code: '00000', text: 'database system is ready to accept connections' },
    { level: 'error', code: '53100', text: 'could not write to file' },
  ]);
  expect(read('01000 [7] WARNING:  there is already a transaction in progress\n')).toMatchObject([
    { level: 'warn' },
  ]);
});

it('passes on neither values, details, statements, nor rejected connections of a start', () => {
  const found = read(
    '22P02 [9] ERROR:  invalid input syntax for type integer: "c4nary"\n',
    "22P02 [9] STATEMENT:  select 'c4nary'::integer\n",
    '22003 [9] ERROR:  value "c4nary" is out of range for type integer\n',
    '42601 [9] ERROR:  unterminated quoted string at or near "c4nary\n',
    '23505 [9] ERROR:  duplicate key value violates unique constraint "users_email"\n',
    '23505 [9] DETAIL:  Key (email)=(c4nary@example.org) already exists.\n',
    '23502 [9] CONTEXT:  COPY users, line 1: "c4nary"\n\tc4nary in another line\n',
    '57P03 [9] FATAL:  the database system is starting up\n',
    'c4nary without a prefix\n',
  );
  expect(found.map(({ text }) => text)).toEqual([
    'invalid input syntax for type integer: …',
    'value … is out of range for type integer',
    'unterminated quoted string at or near …',
    'duplicate key value violates unique constraint "users_email"',
  ]);
  expect(JSON.stringify(found)).not.toContain('c4nary');
});

it.each([
  ['invalid input syntax for type integer: "a"c4nary"b"', 'invalid input syntax for type integer: …'],
  [
    'invalid input syntax for type uuid: "a"c4nary"" at character 8',
    'invalid input syntax for type uuid: … at character 8',
  ],
  ['value "1" is out of c4nary" is out of range for type bigint', 'value … is out of range for type bigint'],
  [
    'invalid input syntax for type date: "a relation "c4nary"" at character 8',
    'invalid input syntax for type date: … at character 8',
  ],
  // The rest of the value is in the next line.
  ['invalid input syntax for type json: "{"c4nary": c4nary', 'invalid input syntax for type json: …'],
  ['invalid value for parameter "TimeZone": "c4nary"x"', 'invalid value for parameter "TimeZone": …'],
  ['type "c4nary', 'type …'],
  [
    'null value in column "email" of relation "users" violates not-null constraint',
    'null value in column "email" of relation "users" violates not-null constraint',
  ],
  [
    'could not extend file "base/5/16401": No space left on device',
    'could not extend file "base/5/16401": No space left on device',
  ],
])('shows names, and cuts values with quotes: %s', (text, expected) => {
  expect(read(`22P02 [9] ERROR:  ${text}\n`).map((message) => message.text)).toEqual([expected]);
});

it('explains the end of the server with its last messages, and with lines before the first one', () => {
  const log = new PostgresLog(() => undefined);
  log.add('postgres: error while loading shared libraries: libz.so.1\n');
  log.add('00000 [7] LOG:  database system is ready\nc4nary of a value with several lines\n');
  log.add('23505 [9] ERROR:  duplicate key value violates unique constraint "users_email"\n');
  log.add('23505 [9] DETAIL:  Key (email)=(c4nary@example.org) already exists.\n');
  log.add('23505 [9] STATEMENT:  insert into users values ($1)\n23505 [9] CONTEXT:  c4nary');
  expect(log.recent.split('\n')).toEqual([
    'postgres: error while loading shared libraries: libz.so.1',
    '00000 database system is ready',
    '23505 duplicate key value violates unique constraint "users_email"',
  ]);
});

it('explains the end of a program that is no server', () => {
  const log = new PostgresLog(() => undefined);
  log.add('unshare: cannot execute');
  expect(log.recent).toBe('unshare: cannot execute');
});

it('limits the number of messages per minute, and says how many were dropped', () => {
  const found: string[] = [];
  let now = 0;
  const log = new PostgresLog(
    ({ text }) => found.push(text),
    () => now,
  );
  for (let at = 0; at < 250; at++) log.add(`40001 [9] ERROR:  could not serialize access ${at}\n`);
  expect(found).toHaveLength(200);
  now = 60_000;
  log.add('00000 [9] LOG:  later\n');
  expect(found.slice(200)).toEqual(['50 further messages were not logged', 'later']);
});

it('passes severe messages on after many ordinary ones, and limits them by their kind', () => {
  const found: PostgresMessage[] = [];
  let now = 0;
  const log = new PostgresLog(
    (message) => found.push(message),
    () => now,
  );
  const repeat = (line: string) => log.add(`${line}\n`.repeat(300));
  repeat('40001 [9] ERROR:  could not serialize access');
  repeat('53100 [9] ERROR:  could not extend file "base/5/1": No space left on device');
  for (const line of [
    'XX001 [9] ERROR:  invalid page in block 0 of relation "base/5/2"',
    '58030 [9] LOG:  could not fsync file "base/5/2": Input/output error',
    '57P01 [9] FATAL:  terminating connection due to administrator command',
    '53100 [9] PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device',
  ])
    log.add(`${line}\n`);
  expect(found.slice(0, 200).every(({ code }) => code === '40001')).toBe(true);
  expect(found.slice(200, 400).every(({ code }) => code === '53100')).toBe(true);
  expect(found.slice(400).map(({ code, level }) => `${code} ${level}`)).toEqual([
    'XX001 warn',
    '58030 info',
    '57P01 error',
    '53100 error',
  ]);
  now = 60_000;
  log.add('00000 [9] LOG:  later\n');
  expect(found.at(-2)?.text).toBe('200 further messages were not logged');
});
