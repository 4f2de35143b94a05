import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loopbackSpellings } from '../../../outgoing/testing/loopbackSpellings.ts';
import { type TestPlatform, testPlatform } from '../../../testing/testPlatform.ts';

/**
 * Addresses that an upstream names in its answers: the realm of its tokens, and a redirect. The
 * upstream itself is the only allowed address.
 */

const upstreamHost = '127.0.0.2';
let platform: TestPlatform;
let upstream: Server;
let target: Server;
let port: number;
const hosts = [...loopbackSpellings(), upstreamHost];
let connections = 0;
/** Places of the hosts that the upstream has named. */
const named = new Set<string>();

beforeAll(async () => {
  target = createServer((_request, response) => response.end('{"token":"x"}'));
  target.on('connection', (socket) => {
    if (!socket.localAddress?.endsWith(`:${upstreamHost}`)) connections++;
  });
  await new Promise<void>((resolve) => target.listen(0, '::', resolve));
  ({ port } = target.address() as AddressInfo);
  upstream = createServer(({ url = '' }, response) => {
    const [, kind = '', at = ''] = /(realm|redirect)-(\d+)/.exec(url) ?? [];
    if (kind === '') return response.writeHead(200).end();
    named.add(`${kind}-${at}`);
    // Headers are bytes: a host in other scripts is sent as UTF-8.
    const place = Buffer.from(`http://${hosts[Number(at)]}:${port}/token`).toString('latin1');
    if (kind === 'redirect') return response.writeHead(307, { location: place }).end();
    return response.writeHead(401, { 'www-authenticate': `Bearer realm="${place}",service="x"` }).end();
  });
  await new Promise<void>((resolve) => upstream.listen(0, upstreamHost, resolve));
  platform = await testPlatform({ env: { LADING_ALLOWED_NETWORKS: `${upstreamHost}/32` } });
  const url = `http://${upstreamHost}:${(upstream.address() as AddressInfo).port}`;
  await platform.createRepository('elsewhere', { rclass: 'remote', packageType: 'docker', url });
});
afterAll(async () => {
  upstream.close();
  target.close();
  await platform.close();
});

const pull = (image: string) =>
  platform.app.inject({
    url: `/v2/elsewhere/${image}/manifests/latest`,
    headers: { authorization: platform.adminAuth },
  });

describe.each(['realm', 'redirect'] as const)('a %s that an upstream names', (kind) => {
  it('opens no connection to this machine, however it is spelled', { timeout: 300_000 }, async () => {
    connections = 0;
    const places = hosts.keys();
    const some = async () => {
      for (const at of places) if (hosts[at] !== upstreamHost) await pull(`${kind}-${at}`);
    };
    // Looking up a name takes a while.
    await Promise.all(Array.from({ length: 20 }, some));
    expect(connections).toBe(0);
    expect([...named].filter((each) => each.startsWith(kind))).toHaveLength(hosts.length - 1);
  });

  it('opens one if the operator allows it, which validates the test above', async () => {
    // A connection that is kept alive would not count.
    target.closeAllConnections();
    let reached = 0;
    target.on('connection', () => reached++);
    await pull(`${kind}-${hosts.indexOf(upstreamHost)}`);
    expect(reached).toBeGreaterThan(0);
  });
});
