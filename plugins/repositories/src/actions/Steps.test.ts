import type { TreeChange } from '@lading/contract/rest';
import { describe, expect, it } from 'vitest';
import { Steps } from './Steps.ts';

/** Steps whose calls the test resolves itself. */
function setUp() {
  const asked: (string | undefined)[] = [];
  const answers: ((change: TreeChange) => void)[] = [];
  const steps = new Steps((state) => {
    asked.push(state);
    return new Promise((answer) => answers.push(answer));
  });
  const answer = (files: number, continueState?: string) =>
    answers.shift()?.({ files, bytes: 0, ...(continueState === undefined ? {} : { continueState }) });
  return { steps, asked, answer };
}

describe('a change of many files', () => {
  it('stops after the call in progress and continues from there', async () => {
    const { steps, asked, answer } = setUp();
    const first = steps.run();
    steps.stop();
    expect([steps.status, steps.underWay]).toEqual(['stopping', true]);
    answer(500, 'x');
    await first;
    expect([steps.status, steps.underWay, steps.done]).toEqual(['stopped', false, 500]);
    const rest = steps.run();
    answer(20);
    await rest;
    expect(asked).toEqual([undefined, 'x']);
    expect([steps.status, steps.done]).toEqual(['done', 520]);
  });

  it('never runs twice concurrently', async () => {
    const { steps, asked, answer } = setUp();
    const first = steps.run();
    steps.stop();
    const second = steps.run();
    answer(500, 'x');
    await Promise.all([first, second]);
    expect(asked).toEqual([undefined]);
    expect(steps.done).toBe(500);
  });

  it('is complete when the last call was in progress at the time of the stop', async () => {
    const { steps, answer } = setUp();
    const run = steps.run();
    steps.stop();
    answer(3);
    await run;
    expect(steps.status).toBe('done');
  });
});
