/** Whether `npm run test:full` runs the tests. Tests with generated inputs then try all of them. */
export const isFullRun = process.env.LADING_TEST_FULL === '1';

/**
 * Returns the rounds of a fuzz test: `LADING_FUZZ`, or `rounds` in a full run, a third otherwise.
 */
export function fuzzRoundsOf(rounds: number): number {
  return Number(process.env.LADING_FUZZ ?? (isFullRun ? rounds : rounds / 3));
}
