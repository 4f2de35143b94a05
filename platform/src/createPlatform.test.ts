import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlatform } from './createPlatform.ts';
import { currentPlatform, withStorage } from './database/db.ts';
import type { Platform } from './platform/Platform.ts';
import { type TestPlatform, testPlatform } from './testing/testPlatform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform();
});
afterAll(() => platform.close());

it('is the same platform for routes and for functions that take no platform argument', () => {
  const { app, storage } = platform;
  expect(withStorage(storage, currentPlatform)).toBe(app.platform);
  expect([app.jobs, app.seal, app.settings]).toEqual([
    app.platform.jobs,
    app.platform.seal,
    app.platform.settings,
  ]);
});

it('shares no state with another platform in the process', async () => {
  const other = await testPlatform();
  try {
    const own = Object.entries(platform.app.platform);
    const shared = own.filter(([name, member]) => {
      const theirs = other.app.platform[name as keyof Platform] as unknown;
      return typeof member === 'object' && member === theirs;
    });
    expect(shared.map(([name]) => name)).toEqual([]);
  } finally {
    await other.close();
  }
});

it('is the only place for state: no module maps storages, and only two modules have a context', async () => {
  const src = fileURLToPath(new URL('./', import.meta.url));
  const files = (await readdir(src, { recursive: true })).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const texts = await Promise.all(
    files.map(async (file) => ({
      file: file.replaceAll('\\', '/'),
      text: await readFile(join(src, file), 'utf8'),
    })),
  );
  const having = (pattern: RegExp) =>
    texts.flatMap(({ file, text }) => (pattern.test(text) ? [file] : [])).sort();
  expect(having(/new (Weak)?Map<(Storage|Connected)\b/)).toEqual([]);
  expect(having(/new AsyncLocalStorage\b/)).toEqual(['database/db.ts', 'events/cause.ts']);
});

it('is created once for each storage', () => {
  const { app, settings, storage } = platform;
  expect(() => createPlatform({ settings, storage, log: app.log })).toThrow('already has a platform');
  const without = { ...storage, platform: undefined };
  expect(() => withStorage(without, currentPlatform)).toThrow('No platform uses this storage');
});
