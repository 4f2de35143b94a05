import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

describe('system', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await testPlatform();
  });
  afterAll(() => platform.close());

  it('answers ping for anyone', async () => {
    const answer = await platform.app.inject('/artifactory/api/system/ping');
    expect([answer.statusCode, answer.body]).toEqual([200, 'OK']);
  });
});
