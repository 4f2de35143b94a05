import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';

const ended: [url: string, status: number, aborted: boolean][] = [];
let platform: TestPlatform;
beforeAll(async () => {
  platform = await testPlatform({
    extend: (app) => {
      app.get('/test/endless', async (_request, reply) =>
        reply.send(new Readable({ read: () => undefined })),
      );
      app.get('/test/broken', async (_request, reply) => {
        const body = new Readable({ read: () => undefined });
        body.push('the beginning');
        setImmediate(() => body.destroy(new Error('broken off')));
        return reply.send(body);
      });
      app.get('/test/silent', () => new Promise(() => undefined));
      app.get('/test/whole', async () => 'whole');
      app.afterAnswer.push((request, reply, aborted) =>
        ended.push([request.url, reply.raw.headersSent ? reply.statusCode : 499, aborted]),
      );
    },
  });
  await platform.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => platform.close());

function send(url: string) {
  const { port } = platform.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(
    `GET ${url} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${platform.adminAuth}\r\nConnection: close\r\n\r\n`,
  );
  return socket.resume();
}

const inFlight = async () => {
  const { body } = await platform.app.inject({
    url: '/metrics',
    headers: { authorization: platform.adminAuth },
  });
  return Number(/^lading_http_requests_in_flight (\d+)$/m.exec(body)?.[1]);
};

it('runs once per request, also if either side aborts it', async () => {
  const before = await inFlight();
  send('/test/whole');
  send('/test/broken');
  const endless = send('/test/endless');
  const silent = send('/test/silent');
  await vi.waitFor(() => expect(ended.length).toBeGreaterThanOrEqual(2));
  endless.destroy();
  silent.destroy();
  await vi.waitFor(() => expect(ended.filter(([url]) => url.startsWith('/test/'))).toHaveLength(4));
  expect(ended.filter(([url]) => url.startsWith('/test/')).sort()).toEqual([
    ['/test/broken', 200, true],
    ['/test/endless', expect.any(Number), true],
    ['/test/silent', 499, true],
    ['/test/whole', 200, false],
  ]);
  await platform.app.inject({ url: '/test/whole', headers: { authorization: platform.adminAuth } });
  expect(ended.findLast(([url]) => url === '/test/whole')).toEqual(['/test/whole', 200, false]);
  // Otherwise, each aborted download would increase the metric.
  expect(await inFlight()).toBe(before);
});
