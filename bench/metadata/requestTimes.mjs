import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds for which lines are waited for that must come. */
const longestWait = 10_000;

/**
 * Reads in the log of a server how long each request took that has `?question=` in its address,
 * from now on: whole milliseconds from where its head was read to where the last byte of the answer
 * was handed over. `once` ends it when so many of each question are there, and gives them by
 * question.
 */
export function requestTimes({ onPrinted }) {
  const times = [];
  let begun = '';
  const end = onPrinted((text) => {
    const lines = (begun + text).split('\n');
    begun = lines.pop();
    for (const line of lines) {
      const [, question] = /[?&]question=(\d+)"/.exec(line) ?? [];
      if (question === undefined) continue;
      times[question] ??= [];
      times[question].push(JSON.parse(line).ms);
    }
  });
  return {
    async once(counts) {
      // A line may come after its answer.
      const missing = () => counts.some((count, question) => (times[question]?.length ?? 0) < count);
      for (let waited = 0; missing() && waited < longestWait; waited += 10) await delay(10);
      end();
      if (missing()) throw new Error('The log has fewer requests than were answered');
      return times;
    },
  };
}
