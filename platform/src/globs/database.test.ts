import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { type TestStorage, testStorage } from '../testing/testStorage.ts';
import { coversPath } from './covers.ts';
import { pathExpressions } from './pathExpressions.ts';

let test: TestStorage;
beforeAll(async () => {
  test = await testStorage();
});
afterAll(() => test.close());

/** For each pair, whether the database matches the pattern and the path. */
async function covered(pairs: readonly (readonly [string, string])[]): Promise<boolean[]> {
  const expressions = pairs.map(([pattern]) => pathExpressions([pattern])[0] ?? '');
  const { rows } = await withStorage(test.storage, () =>
    db().execute<{ covered: boolean }>(sql`
      SELECT path ~ expression AS covered
      FROM unnest(${sql.param(pairs.map(([, path]) => path))}::text[], ${sql.param(expressions)}::text[])
        WITH ORDINALITY AS pairs (path, expression, position) ORDER BY position`),
  );
  return rows.map((row) => row.covered);
}

it('matches the same paths in the database as in the server', async () => {
  const patterns = [
    '**',
    'a/**',
    'a/',
    '**/c',
    'a/*/c',
    '**/?/c',
    '*',
    'a?c',
    'a*?',
    '**a**',
    '*.jar',
    '[a]',
    'a\\b',
    '$^',
  ];
  const paths = [
    'a',
    'c',
    'a/c',
    'a/b/c',
    'a/b/b/c',
    'abc',
    'a😀c',
    'x.jar',
    'x/y.jar',
    '[a]',
    'a\\b',
    '$^',
    'a\nc',
  ];
  const pairs = patterns.flatMap((pattern) => paths.map((path) => [pattern, path] as const));
  expect(await covered(pairs)).toEqual(pairs.map(([pattern, path]) => coversPath(pattern, path)));
});

it('matches hostile paths in the database without delay', async () => {
  const pairs = [
    ['releases/*-*-*-*-*.jar', `releases/${'-'.repeat(250)}`],
    [`${'**/'.repeat(20)}x`, 'a/'.repeat(500)],
    [`${'*a'.repeat(20)}b`, 'a'.repeat(1000)],
    [`${'**a????????'.repeat(2)}**b`, 'ab'.repeat(500)],
    [`**a${'?'.repeat(19)}b`, 'acacaacac'.repeat(100)],
  ] as const;
  // The statement timeout of five seconds ends a query that backtracks.
  const hundred = Array.from({ length: 100 }, () => pairs).flat();
  expect((await covered(hundred)).filter(Boolean)).toHaveLength(100);
});

it('joins many patterns, so that the database compiles few expressions', () => {
  const patterns = Array.from({ length: 1000 }, (_, index) => `com/acme${index}/**`);
  expect(pathExpressions(patterns)).toHaveLength(5);
  expect(pathExpressions([])).toEqual([]);
});
