import type { TreeChange } from '@lading/contract/rest';
import { describe, expect, it } from 'vitest';
import { Steps } from './Steps.ts';

/** Calls that are answered when the test says so. */
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
  it('is stopped once what is under way has ended, and goes on from there', async () => {
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

  it('is never done twice at a time', async () => {
    const { steps, asked, answer } = setUp();
    const first = steps.run();
    steps.stop();
    const second = steps.run();
    answer(500, 'x');
    await Promise.all([first, second]);
    expect(asked).toEqual([undefined]);
    expect(steps.done).toBe(500);
  });

  it('is done when the last call was under way as it was told to stop', async () => {
    const { steps, answer } = setUp();
    const run = steps.run();
    steps.stop();
    answer(3);
    await run;
    expect(steps.status).toBe('done');
  });
});
