import { expect, it } from 'vitest';
import { freePort } from './serverProcess.ts';

it('returns another port to each of several callers at the same time', async () => {
  const found = await Promise.all(Array.from({ length: 20 }, () => freePort()));
  expect(new Set(found).size).toBe(20);
  for (const port of found) expect(port).toBeLessThan(32_768);
});
