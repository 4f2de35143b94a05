import { expect, it } from 'vitest';
import { UnavailableBlobs } from '../blobs/UnavailableBlobs.ts';
import { makeRepeatFilter } from './repeatedFailures.ts';

const full = () => Object.assign(new Error('full'), { code: 'ENOSPC' });

it('logs a full disk once per minute and message, and everything else each time', () => {
  let now = 0;
  const filter = makeRepeatFilter(() => now);
  const lines = () => [
    filter([{ err: full() }, 'request failed']),
    filter([{ err: new Error('query', { cause: full() }) }, 'request failed']),
    filter([{ err: full() }, 'a job failed']),
    filter([{ err: new UnavailableBlobs(undefined) }, 'request failed']),
    filter([{ err: new Error('another') }, 'request failed']),
    filter(['plain']),
  ];
  expect(lines()).toEqual([true, false, true, true, true, true]);
  now = 59_999;
  expect(lines()).toEqual([false, false, false, false, true, true]);
  now = 120_000;
  expect(lines()).toEqual([true, false, true, true, true, true]);
});
