import { open } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { BadFile } from './Document.ts';
import { mayPass, pauseAfter } from './passing.ts';

const failedQuery = (code: string) =>
  new Error('Failed query: INSERT …', { cause: Object.assign(new Error('refused'), { code }) });

it.each([
  ['a database that takes too long', failedQuery('57014'), true],
  ['a database that is stopped', failedQuery('57P01'), true],
  ['a value that the database refuses', failedQuery('22001'), false],
  ['a file that holds something else', new BadFile('is not JSON'), false],
  ['a fault of the program', new TypeError('x is not a function'), false],
  ['what is no error', 'odd', false],
])('%s may pass or not', (_what, error, passes) => {
  expect(mayPass(error)).toBe(passes);
});

it('what the operating system refuses may pass', async () => {
  const refused = await open('/there/is/no/such/file').catch((error: unknown) => error);
  expect(mayPass(refused)).toBe(true);
});

it('is tried in the next round, and then less and less, but once an hour', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 2000].map(pauseAfter)).toEqual([0, 2, 4, 8, 16, 32, 60, 60, 60]);
});
