import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlatform } from './createPlatform.ts';
import { currentPlatform, withStorage } from './database/db.ts';
import { type TestPlatform, testPlatform } from './testing/testPlatform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform.close());

it('is the same for routes and for functions without an argument for it', () => {
  const { app, storage } = platform;
  expect(withStorage(storage, currentPlatform)).toBe(app.platform);
  expect([app.jobs, app.seal, app.settings]).toEqual([
    app.platform.jobs,
    app.platform.seal,
    app.platform.settings,
  ]);
});

it('is created once for each storage', () => {
  const { app, settings, storage } = platform;
  expect(() => createPlatform({ settings, storage, log: app.log })).toThrow('already has a platform');
  const without = { ...storage, platform: undefined };
  expect(() => withStorage(without, currentPlatform)).toThrow('No platform uses this storage');
});
