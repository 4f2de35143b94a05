import type { JobReport, JobsReport } from '@lading/contract/rest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';

const url = '/artifactory/api/system/jobs';
let broken = true;
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({
    extend: (app) =>
      app.jobs.define({
        name: 'brittle',
        description: 'Fails on purpose',
        cluster: 'one',
        every: 3600,
        run: async () => {
          if (broken) throw new Error('the disk of tests is full');
        },
      }),
  });
});
afterAll(() => platform.close());

const call = (method: 'GET' | 'POST', path = '', authorization = platform.adminAuth) =>
  platform.app.inject({ method, url: `${url}${path}`, headers: { authorization } });
const jobs = async () => (await call('GET')).json<JobsReport>().jobs;
const job = async (name: string): Promise<JobReport | undefined> =>
  (await jobs()).find((each) => each.name === name);

describe('the background jobs', () => {
  it('are listed with their description and next run', async () => {
    const listed = await jobs();
    expect(listed.map(({ name }) => name)).toEqual([...listed.map(({ name }) => name)].sort());
    const sessions = listed.find(({ name }) => name === 'delete-sessions');
    expect(sessions).toMatchObject({ description: 'Deletes expired sessions', state: 'idle', failures: 0 });
    const wait = Date.parse(sessions?.nextRun ?? '') - Date.now();
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(600_000);
  });

  it('are described by a verb of the glossary, without a second sentence', async () => {
    for (const { name, description } of await jobs()) {
      expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z][a-z]+s [^.]*[a-z)]$/)]);
      expect([name, description]).toEqual([
        name,
        expect.not.stringMatching(/\b(?:asks|notes|tells|gives)\b/i),
      ]);
    }
    expect(await job('check-edges')).toMatchObject({
      description: 'Checks the version and availability of edges',
    });
  });

  it('say which of them delete content or records', async () => {
    const deleting = (await jobs()).filter(({ deletes }) => deletes).map(({ name }) => name);
    expect(deleting).toEqual(
      expect.arrayContaining([
        ...['collect-garbage', 'delete-audit-records', 'delete-incomplete-blobs', 'empty-trash'],
        ...['delete-unused-cached-files', 'run-cleanup-policies'],
      ]),
    );
    for (const name of ['brittle', 'delete-sessions', 'delete-tokens'])
      expect(await job(name)).toMatchObject({ deletes: false });
  });

  it('run on request, and show a failure until a run succeeds', async () => {
    expect((await call('POST', '/brittle/run')).statusCode).toBe(202);
    await vi.waitFor(async () =>
      expect(await job('brittle')).toMatchObject({
        state: 'failed',
        error: 'the disk of tests is full',
        started: expect.any(String),
        ended: expect.any(String),
        duration: expect.any(Number),
        nextRun: expect.any(String),
      }),
    );
    broken = false;
    expect((await call('POST', '/brittle/run')).statusCode).toBe(202);
    await vi.waitFor(async () => expect(await job('brittle')).toMatchObject({ state: 'idle', failures: 0 }));
    expect(await job('brittle')).not.toHaveProperty('error');
  });

  it('require an administrator, and are identified by name', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/brittle/run'],
    ] as const)
      expect((await platform.app.inject({ method, url: `${url}${path}` })).statusCode).toBe(401);
    const unknown = await call('POST', '/nothing/run');
    expect([unknown.statusCode, unknown.json().errors[0].code]).toEqual([404, 'NOT_FOUND']);
  });
});
