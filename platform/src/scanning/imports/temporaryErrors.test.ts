import { open } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { BadFile } from './Document.ts';
import { isTemporary, pauseAfter } from './temporaryErrors.ts';

const failedQuery = (code: string) =>
  new Error('Failed query: INSERT …', { cause: Object.assign(new Error('refused'), { code }) });

it.each([
  ['a database timeout', failedQuery('57014'), true],
  ['a database shutdown', failedQuery('57P01'), true],
  ['a value that the database rejects', failedQuery('22001'), false],
  ['an invalid file', new BadFile('is not JSON'), false],
  ['a programming error', new TypeError('x is not a function'), false],
  ['a thrown string', 'odd', false],
])('%s is classified as temporary or permanent', (_what, error, temporary) => {
  expect(isTemporary(error)).toBe(temporary);
});

it('an error of the operating system is temporary', async () => {
  const refused = await open('/there/is/no/such/file').catch((error: unknown) => error);
  expect(isTemporary(refused)).toBe(true);
});

it('retries in the next round, then with exponential backoff up to an hour', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 2000].map(pauseAfter)).toEqual([0, 2, 4, 8, 16, 32, 60, 60, 60]);
});
