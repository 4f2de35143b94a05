import { expect } from 'vitest';

/** The end of a client's run. */
export interface Outcome {
  /** The exit code. */
  code: number;
  /** All that it printed, errors included. */
  output: string;
}

/** Returns the output. */
export async function expectSuccess(outcome: Promise<Outcome>): Promise<string> {
  const { code, output } = await outcome;
  expect(code, output).toBe(0);
  return output;
}
