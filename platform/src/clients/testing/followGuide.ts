import { expect } from 'vitest';
import type { GuidePlatform, Sample } from './guidePlatform.ts';
import { Newcomer } from './Newcomer.ts';

/**
 * Follows a guide exactly in an empty home directory. `prepare` adds what the guide presupposes.
 */
export async function followGuide(
  platform: GuidePlatform,
  sample: Sample,
  prepare: (user: Newcomer) => Promise<void> = async () => undefined,
): Promise<void> {
  const user = await Newcomer.start();
  try {
    await prepare(user);
    const done = await platform.follow(user, sample, await platform.steps(sample));
    expect(done.code, done.output).toBe(0);
    expect(done.output).toContain(sample.proof);
  } finally {
    await user.close();
  }
}
