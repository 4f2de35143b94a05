import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestPlatform } from '../../testing/testPlatform.ts';
import { GitServer } from '../testing/GitServer.ts';
import { callerOf, form, gitPlatform } from '../testing/sample.ts';

let platform: TestPlatform;
let git: GitServer;
beforeAll(async () => {
  platform = await gitPlatform();
  git = await GitServer.start();
});
afterAll(async () => {
  await git.stop();
  await platform.close();
});

it('times out the connection test if the Git server does not respond [intg-06]', async () => {
  git.answer('/api/v3/user', () => undefined);
  const body = { ...form, url: git.url, allowPrivate: true, vendorName: 1 };
  const answer = await callerOf(platform)('POST', '/ui/api/v1/integration/test', body);
  expect(answer.json().errors[0].detail).toContain('did not answer within 15 seconds');
});
