import { expect, it } from 'vitest';
import { Pace } from './Pace.ts';

/** Chunks that take their reader some time each. */
async function read(isBusy: () => boolean): Promise<{ chunks: number[]; ms: number }> {
  const source = (async function* () {
    for (let chunk = 0; chunk < 6; chunk++) yield chunk;
  })();
  const began = performance.now();
  const chunks: number[] = [];
  for await (const chunk of new Pace({ isBusy }).of(source)) {
    chunks.push(chunk);
    const started = performance.now();
    while (performance.now() - started < 10);
  }
  return { chunks, ms: performance.now() - began };
}

it('passes everything, and rests three times as long as it works while clients are served', async () => {
  let asked = 0;
  const busy = await read(() => {
    asked += 1;
    return true;
  });
  expect(busy.chunks).toEqual([0, 1, 2, 3, 4, 5]);
  expect(asked).toBe(6);
  // 60 ms of work, and 180 of rest: timers are never early.
  expect(busy.ms).toBeGreaterThan(200);
});

it('does not rest without clients, and ends when it is aborted', async () => {
  expect((await read(() => false)).chunks).toHaveLength(6);
  const abort = new AbortController();
  const source = (async function* () {
    for (;;) yield new Uint8Array(1);
  })();
  const pace = new Pace({ isBusy: () => true, signal: abort.signal });
  const reading = (async () => {
    for await (const _chunk of pace.of(source)) {
      const started = performance.now();
      while (performance.now() - started < 6);
      abort.abort(new Error('stopped'));
    }
  })();
  await expect(reading).rejects.toThrow();
});

it('rests for at most a second after a long wait, such as for a slow bucket', async () => {
  let now = 0;
  const pauses: number[] = [];
  const clock = {
    now: () => now,
    async wait(ms: number) {
      pauses.push(ms);
    },
  };
  const pace = new Pace({ isBusy: () => true, clock });
  now = 300_000;
  await pace.rest();
  expect(pauses).toEqual([1000]);
});
