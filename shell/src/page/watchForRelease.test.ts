import type { Http, Periodic } from '@lading/contract';
import { expect, it, vi } from 'vitest';
import { watchForRelease } from './watchForRelease.ts';

/** The periodic work runs when the test says. */
function watched(boot: { release?: number; safeMode?: true }, answers: number[]) {
  let run: ((signal: AbortSignal) => Promise<unknown>) | undefined;
  const periodic = {
    repeat: (work: NonNullable<typeof run>, milliseconds: number) => {
      expect(milliseconds).toBeLessThan(60_000);
      run = work;
      return () => {};
    },
  } as unknown as Periodic;
  const http = { json: async () => ({ release: answers.shift() }) } as unknown as Http;
  const offer = vi.fn();
  watchForRelease(http, periodic, { base: '/ui/', revision: 'r', plugins: [], ...boot }, offer);
  return {
    offer,
    pass: async () => run?.(new AbortController().signal),
    isWatching: () => run !== undefined,
  };
}

it('An open page offers a new release set once', async () => {
  const { offer, pass } = watched({ release: 1 }, [1, 2, 2]);
  await pass();
  expect(offer).not.toHaveBeenCalled();
  await pass();
  expect(offer).toHaveBeenCalledOnce();
  await pass();
  expect(offer).toHaveBeenCalledOnce();
});

it('A page without a release set notices the first one, and that a rollback removed the last one', async () => {
  const first = watched({}, [0, 1]);
  await first.pass();
  expect(first.offer).not.toHaveBeenCalled();
  await first.pass();
  expect(first.offer).toHaveBeenCalledOnce();
  const last = watched({ release: 1 }, [0]);
  await last.pass();
  expect(last.offer).toHaveBeenCalledOnce();
});

it('A page in safe mode has no release set to compare', () => {
  expect(watched({ safeMode: true }, []).isWatching()).toBe(false);
});
