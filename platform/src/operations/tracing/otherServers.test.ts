import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasSlapd, TestDirectory } from '../../access/directory/testing/TestDirectory.ts';
import { TestMailServer } from '../../access/mail/testing/TestMailServer.ts';
import { blobEnvironment, type S3Server, startS3rver } from '../../blobs/s3/testing/S3Server.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { attributesOf, newTrace, type SentSpan, TestCollector } from './testing/TestCollector.ts';

let collector: TestCollector;
let store: S3Server;
let platform: TestPlatform;
beforeAll(async () => {
  [collector, store] = await Promise.all([TestCollector.start(), startS3rver()]);
  vi.stubEnv('AWS_ACCESS_KEY_ID', store.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', store.credentials.secretAccessKey);
  platform = await testPlatform({
    env: {
      ...blobEnvironment(store, 'traced'),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_BSP_SCHEDULE_DELAY: '50',
      LADING_ALLOWED_NETWORKS: '127.0.0.0/8',
    },
    extend: ({ platform: { jobs } }) => {
      jobs.define({
        name: 'fail-often',
        description: 'Fails',
        cluster: 'one',
        run: async () => {
          throw new TypeError('of c4nary-c4nary');
        },
      });
    },
  });
});
afterAll(async () => {
  await platform.close();
  await store.stop();
  collector.stop();
  vi.unstubAllEnvs();
});
beforeEach(() => {
  collector.received = [];
});

const request = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object | string, headers = {}) =>
  platform.app.inject({
    ...{ method, url, headers: { authorization: platform.adminAuth, ...headers } },
    ...(payload === undefined ? {} : { payload }),
  });
/** Waits for a span. */
async function span(is: (span: SentSpan) => boolean): Promise<SentSpan> {
  await expect.poll(() => collector.spans.some(is), { timeout: 10_000 }).toBe(true);
  return collector.spans.find(is) as SentSpan;
}
const named = (name: string, traceId?: string) =>
  span((each) => each.name === name && (traceId === undefined || each.traceId === traceId));
const SERVER = 2;
const requestOf = (traceId: string) => span((each) => each.kind === SERVER && each.traceId === traceId);

describe('traces', () => {
  it('contain the requests to the object store, without keys', async () => {
    const { traceId, traceparent } = newTrace();
    const path = '/artifactory/generic-local/c4nary-c4nary.txt';
    expect((await request('PUT', path, 'some content', { traceparent })).statusCode).toBe(201);
    const own = await requestOf(traceId);
    const calls = collector.spans.filter((each) => each.traceId === traceId && each.name.startsWith('S3.'));
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) {
      expect(call).toMatchObject({ kind: 3, parentSpanId: own.spanId });
      expect(attributesOf(call)).toEqual({
        ...{ 'rpc.system': 'aws-api', 'rpc.service': 'S3', 'rpc.method': call.name.slice(3) },
        'aws.s3.bucket': 'blobs',
      });
    }
    const read = newTrace();
    expect((await request('GET', path, undefined, { traceparent: read.traceparent })).body).toBe(
      'some content',
    );
    await named('S3.GetObject', read.traceId);
    for (const { body } of collector.received) expect(body.toString('latin1')).not.toContain('c4nary');
  });

  it('contain runs of jobs with their statements, in the trace of the request that asked', async () => {
    const { traceId, traceparent } = newTrace();
    const asked = await request('POST', '/artifactory/api/system/jobs/expire-analytics/run', undefined, {
      traceparent,
    });
    expect(asked.statusCode).toBeLessThan(300);
    const run = await named('job expire-analytics', traceId);
    expect(run.parentSpanId).toBe((await requestOf(traceId)).spanId);
    expect(attributesOf(run)).toEqual({ 'lading.job': 'expire-analytics' });
    const statement = await span(
      ({ name, parentSpanId }) => name === 'DELETE' && parentSpanId === run.spanId,
    );
    expect(statement.traceId).toBe(traceId);
  });

  it('contain a run that several requests woke once, with links', async () => {
    const { jobs } = platform.app.platform;
    let release = () => {};
    let runs = 0;
    jobs.define({
      ...{ name: 'gather', description: 'Gathers', cluster: 'one' },
      run: () => {
        runs += 1;
        return runs === 1 ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve();
      },
    });
    jobs.wake('gather');
    await expect.poll(() => runs).toBe(1);
    const traces = [newTrace(), newTrace()];
    for (const { traceparent } of traces)
      await request('POST', '/artifactory/api/system/jobs/gather/run', undefined, { traceparent });
    release();
    const [first, second] = traces;
    const run = await named('job gather', first?.traceId);
    expect(run.links?.map((link) => link.traceId)).toEqual([second?.traceId]);
    // Nothing woke the first one.
    const own = await span((each) => each.name === 'job gather' && each.traceId !== first?.traceId);
    expect(own.parentSpanId ?? '').toBe('');
  });

  it('contain failed runs without the message of the error', async () => {
    platform.app.platform.jobs.wake('fail-often');
    const run = await named('job fail-often');
    expect(run.status.code).toBe(2);
    expect(attributesOf(run)).toEqual({ 'lading.job': 'fail-often', 'error.type': 'TypeError' });
    for (const { body } of collector.received) expect(body.toString('latin1')).not.toContain('c4nary');
  });

  it('contain emails, without addresses and texts', async () => {
    const mail = await TestMailServer.start();
    const settings = {
      ...{ enabled: true, host: 'localhost', port: mail.port, security: 'none', username: '' },
      ...{ from: 'lading@example.org', subjectPrefix: '', allowPrivate: true },
    };
    const { traceId, traceparent } = newTrace();
    const to = 'c4nary@example.org';
    const sent = await request('POST', '/access/api/v1/mail/test', { to, settings }, { traceparent });
    expect([sent.statusCode, sent.json().ok]).toEqual([200, true]);
    const smtp = await named('SMTP', traceId);
    expect(smtp.parentSpanId).toBe((await requestOf(traceId)).spanId);
    expect(attributesOf(smtp)).toMatchObject({
      ...{ 'network.protocol.name': 'smtp', 'server.address': 'localhost' },
      'server.port': mail.port,
    });
    for (const { body } of collector.received) expect(body.toString('latin1')).not.toContain('c4nary');

    // The reset of a password is mailed after the response.
    expect((await request('PUT', '/access/api/v1/mail', settings)).statusCode).toBe(200);
    const user = { username: 'kim', email: 'c4nary@example.org', password: 'c4nary-A-long-passw0rd' };
    expect((await request('POST', '/access/api/v2/users', user)).statusCode).toBe(201);
    const late = newTrace();
    await platform.app.inject({
      ...{ method: 'POST', url: '/ui/api/v1/ui/auth/forgotpassword', payload: { user: 'kim' } },
      headers: { traceparent: late.traceparent },
    });
    expect((await named('SMTP', late.traceId)).parentSpanId).toBe((await requestOf(late.traceId)).spanId);
    for (const { body } of collector.received) expect(body.toString('latin1')).not.toContain('c4nary');
    await mail.close();
  });

  it.skipIf(!hasSlapd)('contain LDAP lookups, without names and passwords', async () => {
    const directory = await TestDirectory.start();
    const ldap = {
      ...{ enabled: true, url: directory.url, startTls: false, createUsers: true, allowPrivate: true },
      ...{ managerDn: directory.managerDn, managerPassword: directory.managerPassword },
      ...{ searchBase: 'ou=people,dc=example,dc=org', searchFilter: '(uid={0})', emailAttribute: 'mail' },
      ...{ groupBase: '', groupFilter: '(member={0})', groupNameAttribute: 'cn' },
    };
    expect((await request('PUT', '/access/api/v1/ldap', ldap)).statusCode).toBe(200);
    const { traceId, traceparent } = newTrace();
    const login = await platform.app.inject({
      ...{ method: 'POST', url: '/ui/api/v1/ui/auth/login' },
      payload: { user: 'rosa', password: 'an old tune of the sea' },
      headers: { 'sec-fetch-site': 'same-origin', traceparent },
    });
    expect(login.statusCode).toBe(200);
    expect(attributesOf(await named('LDAP', traceId))).toEqual({
      ...{ 'network.protocol.name': 'ldap', 'server.address': '127.0.0.1' },
      'server.port': Number(new URL(directory.url).port),
    });
    await requestOf(traceId);
    for (const { body } of collector.received)
      expect(body.toString('latin1')).not.toMatch(/rosa|old tune|ou=people|of-the-manager/);
    await directory.close();
  });
});
