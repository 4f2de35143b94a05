import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../settings/settings.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { attributesOf, newTrace, type SentSpan, TestCollector } from './testing/TestCollector.ts';

let collector: TestCollector;
/** An upstream that records the headers of requests. */
let upstream: Server;
let upstreamHeaders: IncomingHttpHeaders[] = [];
let platform: TestPlatform;

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  collector = await TestCollector.start();
  upstream = createServer((request, response) => {
    upstreamHeaders.push(request.headers);
    response.statusCode = 404;
    response.end();
  });
  platform = await testPlatform({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'registry',
      OTEL_BSP_SCHEDULE_DELAY: '50',
      LADING_ALLOWED_NETWORKS: '127.0.0.0/8',
    },
  });
  await platform.createRepository('npm-traced', {
    ...{ rclass: 'remote', packageType: 'npm', url: await listen(upstream) },
  });
});
afterAll(async () => {
  await platform.close();
  collector.stop();
  upstream.close();
});
beforeEach(() => {
  collector.received = [];
  upstreamHeaders = [];
});

const spans = () => collector.spans;
/** Waits for the span of the request, which is sent last. */
async function traceOf(traceId: string): Promise<SentSpan[]> {
  const own = () => spans().filter((span) => span.traceId === traceId);
  await expect.poll(() => own().some(({ kind }) => kind === 2), { timeout: 10_000 }).toBe(true);
  return own();
}
describe('traces', () => {
  it('contain the request in the trace of its caller, and its statements', async () => {
    const { traceId, traceparent } = newTrace();
    const answer = await platform.app.inject({
      url: '/access/api/v2/users/admin',
      headers: { authorization: platform.adminAuth, traceparent },
    });
    expect(answer.statusCode).toBe(200);
    const trace = await traceOf(traceId);
    const request = trace.find(({ kind }) => kind === 2);
    expect(request).toMatchObject({
      name: 'GET /access/api/v2/users/:name',
      parentSpanId: '00f067aa0ba902b7',
    });
    expect(attributesOf(request as SentSpan)).toMatchObject({
      'http.request.method': 'GET',
      'http.route': '/access/api/v2/users/:name',
      'http.response.status_code': 200,
      'lading.request_id': answer.headers['x-request-id'],
    });
    const statement = trace.find(({ name }) => name === 'SELECT') as SentSpan;
    expect(statement.parentSpanId).toBe(request?.spanId);
    expect(attributesOf(statement)).toMatchObject({
      'db.system.name': 'postgresql',
      'db.query.text': expect.stringContaining('$1'),
    });
    const [first] = collector.received;
    expect([first?.path, first?.headers['content-type']]).toEqual(['/v1/traces', 'application/x-protobuf']);
    expect(attributesOf(collector.sent[0]?.resourceSpans[0]?.resource as never)).toMatchObject({
      'service.name': 'registry',
      'service.instance.id': platform.app.platform.node,
    });
  });

  it('contain the statements of a request with a body', async () => {
    const { traceId, traceparent } = newTrace();
    const answer = await platform.app.inject({
      method: 'PUT',
      url: '/artifactory/api/repositories/generic-traced',
      headers: { authorization: platform.adminAuth, traceparent },
      payload: { rclass: 'local', packageType: 'generic' },
    });
    expect(answer.statusCode).toBeLessThan(300);
    const trace = await traceOf(traceId);
    expect(trace.map(({ name }) => name)).toEqual(expect.arrayContaining(['BEGIN', 'INSERT', 'COMMIT']));
  });

  it('are continued by upstreams', async () => {
    const { traceId, traceparent } = newTrace();
    await platform.app.inject({
      url: '/artifactory/api/npm/npm-traced/left-pad',
      headers: { authorization: platform.adminAuth, traceparent },
    });
    const trace = await traceOf(traceId);
    const call = trace.find(({ kind, name }) => kind === 3 && name === 'GET') as SentSpan;
    expect(attributesOf(call)).toMatchObject({
      'server.address': '127.0.0.1',
      'http.response.status_code': 404,
    });
    expect(upstreamHeaders[0]?.traceparent).toBe(`00-${traceId}-${call.spanId}-01`);
  });

  it('contain no secrets, queries, names of packages, and values', async () => {
    const { traceId, traceparent } = newTrace();
    const canary = 'c4nary-c4nary';
    const basic = Buffer.from(`admin:${canary}`).toString('base64');
    await platform.app.inject({
      url: `/artifactory/api/npm/npm-traced/${canary}?token=${canary}`,
      headers: { authorization: `Basic ${basic}`, cookie: `lading=${canary}`, traceparent },
    });
    const other = newTrace();
    await platform.app.inject({
      url: `/artifactory/api/npm/npm-traced/${canary}`,
      headers: { authorization: platform.adminAuth, 'user-agent': canary, traceparent: other.traceparent },
    });
    await traceOf(traceId);
    await traceOf(other.traceId);
    for (const { body } of collector.received) {
      const text = body.toString('latin1');
      expect(text).not.toContain(canary);
      expect(text).not.toContain(basic);
      expect(text).not.toContain(platform.adminPassword);
    }
  });

  it('are not recorded for a caller that records none, but continued', async () => {
    const { traceId, traceparent } = newTrace('00');
    await platform.app.inject({
      url: '/artifactory/api/npm/npm-traced/not-sampled',
      headers: { authorization: platform.adminAuth, traceparent },
    });
    expect(upstreamHeaders[0]?.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    const next = newTrace();
    await platform.app.inject({
      url: '/artifactory/api/system/ping',
      headers: { traceparent: next.traceparent },
    });
    await traceOf(next.traceId);
    expect(spans().filter((span) => span.traceId === traceId)).toEqual([]);
  });
});

describe('the settings of traces', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

  it('turn them on with an endpoint only', () => {
    expect(readSettings({}).tracing).toBeUndefined();
    expect(readSettings(endpoint).tracing).toEqual({
      ...{ url: 'http://collector:4318/v1/traces', protocol: 'http/protobuf', serviceName: 'lading' },
      ...{ sampler: 'parentbased_always_on', ratio: 1 },
      ...{ scheduleDelayMs: 5000, maxQueueSize: 2048, maxExportBatchSize: 512 },
    });
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/in' };
    expect(readSettings({ ...endpoint, ...own }).tracing?.url).toBe('https://collector/in');
    expect(readSettings({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).tracing).toBeUndefined();
    expect(readSettings({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeUndefined();
  });

  it('select the protocol, that of traces before the common one', () => {
    const common = { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
    expect(readSettings(common).tracing?.protocol).toBe('http/json');
    const own = { ...common, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf' };
    expect(readSettings(own).tracing?.protocol).toBe('http/protobuf');
    expect(() => readSettings({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow(
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json, not "grpc". Collectors accept both on port 4318',
    );
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_BSP_SCHEDULE_DELAY', 'soon'],
  ])('reject an invalid %s', (name, value) => {
    expect(() => readSettings({ ...endpoint, [name]: value })).toThrow(name);
  });
});

it('traces are the same in JSON', async () => {
  const inJson = await testPlatform({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
  });
  const { traceId, traceparent } = newTrace();
  await inJson.app.inject({ url: '/artifactory/api/system/version', headers: { traceparent } });
  const [request] = await traceOf(traceId);
  expect(request).toMatchObject({ name: 'GET /artifactory/api/system/version', kind: 2 });
  expect(attributesOf(request as SentSpan)).toMatchObject({ 'http.request.method': 'GET' });
  const sent = collector.received.find(({ body }) => body.includes(traceId));
  expect(sent?.headers['content-type']).toBe('application/json');
  await inJson.close();
});

it('a server whose collector does not respond serves requests', async () => {
  const lost = await testPlatform({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_BSP_SCHEDULE_DELAY: '20' },
  });
  for (let requests = 0; requests < 20; requests += 1)
    expect((await lost.app.inject('/artifactory/api/system/ping')).statusCode).toBe(200);
  const began = Date.now();
  await lost.close();
  expect(Date.now() - began).toBeLessThan(10_000);
});
