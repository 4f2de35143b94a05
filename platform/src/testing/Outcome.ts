import { expect } from 'vitest';

/** Result of a client run. */
export interface Outcome {
  /** Exit code. */
  code: number;
  /** Complete output, including errors. */
  output: string;
}

/** Expects exit code 0 and returns the output. */
export async function expectSuccess(outcome: Promise<Outcome>): Promise<string> {
  const { code, output } = await outcome;
  expect(code, output).toBe(0);
  return output;
}
