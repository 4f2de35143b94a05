import { expect, it } from 'vitest';
import { retryTimeouts } from './retryTimeouts.ts';

/**
 * Fails with each of the messages, one per call, then succeeds. Each call advances the clock by
 * `ms`.
 */
function database(messages: readonly string[], ms = 5000) {
  let time = 0;
  let calls = 0;
  const work = async () => {
    time += ms;
    const message = messages[calls++];
    if (message !== undefined) throw new Error(message);
    return '18.1';
  };
  return { work, now: () => time, calls: () => calls };
}

it('retries while the database times out', async () => {
  const { work, now, calls } = database([
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
  ]);
  expect([await retryTimeouts(work, now), calls()]).toEqual(['18.1', 4]);
});

it('gives up after 30 seconds', async () => {
  const { work, now, calls } = database(new Array(20).fill('Query read timeout'));
  await expect(retryTimeouts(work, now)).rejects.toThrow('Query read timeout');
  expect(calls()).toBe(6);
});

it('throws other errors immediately', async () => {
  const { work, now, calls } = database(['connect ECONNREFUSED 127.0.0.1:5432']);
  await expect(retryTimeouts(work, now)).rejects.toThrow('ECONNREFUSED');
  expect(calls()).toBe(1);
});
