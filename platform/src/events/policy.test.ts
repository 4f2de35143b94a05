import { afterAll, beforeAll, expect, it } from 'vitest';
import { withStorage } from '../database/db.ts';
import { publishBody, sampleTarball } from '../formats/npm/testing/samples.ts';
import { scanAll } from '../scanning/matching/scan.ts';
import { EventPlatform } from './testing/EventPlatform.ts';

let events: EventPlatform;
beforeAll(async () => {
  events = await EventPlatform.start();
});
afterAll(() => events?.platform.close());

it('announces a version that violates the policy once', async () => {
  const sample = { name: 'kite', version: '1.0.0', manifest: { license: 'GPL-3.0-only' } };
  const body = publishBody(sample, await sampleTarball(sample));
  await events.send('PUT', '/artifactory/api/npm/npm-local/kite', { ...body });
  await events.recorded.take(1);
  const scan = () => withStorage(events.platform.storage, scanAll);
  const setPolicy = (banned: string[]) =>
    events.send('PUT', '/xray/api/v1/policy', {
      licenses: { enabled: true, allowed: [], banned, unknownViolates: false },
      security: { minSeverity: null },
    });
  await events.expectEvents(async () => {
    expect((await setPolicy(['GPL-*'])).status).toBe(200);
    await scan();
  }, ['policy.violation kite@1.0.0 license GPL-3.0-only']);
  await events.expectEvents(async () => {
    expect((await setPolicy(['GPL-*', 'AGPL-*'])).status).toBe(200);
    await scan();
  }, []);
});
