import { afterAll, beforeAll, expect, it } from 'vitest';
import { fuzzOAuth } from '../testing/attackOAuth.ts';
import { OAuthWorld } from '../testing/OAuthWorld.ts';

let world: OAuthWorld;
beforeAll(async () => {
  world = await OAuthWorld.start();
});
afterAll(() => world.platform.close());

it('issues no token for 10,000 sets of parameters with an attack', { timeout: 900_000 }, async () => {
  const { failures, attempts, accepted, atConsent, atToken } = await fuzzOAuth(world, 10_000, 7);
  expect(failures.slice(0, 5)).toEqual([]);
  expect([attempts, accepted]).toEqual([10_000, 205]);
  expect(Math.min(atConsent, atToken)).toBeGreaterThan(2000);
});
