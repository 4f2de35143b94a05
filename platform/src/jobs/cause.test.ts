import { afterAll, beforeAll, expect, it } from 'vitest';
import { causeNow } from '../events/cause.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

let platform: TestPlatform;
const causes: unknown[] = [];
beforeAll(async () => {
  platform = await testPlatform({
    extend(app) {
      app.jobs.define({
        name: 'note-cause',
        description: 'Notes the cause of its changes',
        cluster: 'one',
        run: async () => void causes.push(causeNow()),
      });
      app.get('/wake', async () => {
        app.jobs.wake('note-cause');
        return 'woken';
      });
    },
  });
});
afterAll(() => platform.close());

it('is the platform for a job that a request woke', async () => {
  const headers = { authorization: platform.adminAuth };
  expect((await platform.app.inject({ url: '/wake', headers })).statusCode).toBe(200);
  await expect.poll(() => causes).toEqual([{ by: 'system' }]);
});
