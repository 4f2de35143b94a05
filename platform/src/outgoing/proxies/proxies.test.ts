import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { selfSigned } from '../../secrets/selfSigned.ts';
import { OutgoingClient } from '../OutgoingClient.ts';
import { connectProxy } from '../testing/connectProxy.ts';
import type { ProxyRoute } from './ProxyRoute.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const name = 'packages.example.org';
const tls = selfSigned('ec', { name });

/** Starts a server that returns the request headers it received. Returns its port. */
async function target(secure: boolean): Promise<number> {
  const answer: Parameters<typeof createServer>[1] = ({ headers, url }, response) =>
    void response.end(JSON.stringify({ url, ...headers }));
  const server = secure ? createTlsServer(tls, answer) : createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function proxyTo(options: Parameters<typeof connectProxy>[0] = {}) {
  const proxy = await connectProxy(options);
  closing.push(() => proxy.close());
  return proxy;
}

/**
 * Creates a client whose requests use the proxy, and for which all names resolve to the address.
 */
function client(
  route: Partial<ProxyRoute> & { port: number },
  address = '198.18.0.1',
  allowed = ['198.18.0.0/15'],
) {
  const made = new OutgoingClient({
    allowedNetworks: allowed,
    ca: () => [tls.cert],
    findProxy: async () => ({ key: 'corporate', host: '127.0.0.1', resolvesNames: false, ...route }),
    resolve: (_host, _options, done) => done(null, [{ address, family: address.includes(':') ? 6 : 4 }]),
  });
  closing.push(() => made.close());
  return made;
}
const authorization = `Basic ${Buffer.from('me:secret').toString('base64')}`;
const fault = (expected: string) => expect.objectContaining({ name: 'OutgoingError', fault: expected });

describe('a request through a proxy', () => {
  it('is a tunnel to the checked address, with TLS end to end [prox-01]', async () => {
    const known = { '198.18.0.1:443': await target(true) };
    const { port, asked } = await proxyTo({ known, credentials: 'me:secret' });
    const outgoing = client({ port, authorization });
    const seen = JSON.parse((await (await outgoing.request(`https://${name}/a?b=c`)).bytes()).toString());
    expect(seen).toMatchObject({ url: '/a?b=c', host: name });
    expect(seen).not.toHaveProperty('proxy-authorization');
    expect(asked).toEqual(['CONNECT 198.18.0.1:443']);
    // A later request reuses a tunnel, once its previous request has ended.
    await vi.waitFor(async () => {
      const tunnels = asked.length;
      await (await outgoing.request(`https://${name}/d`)).bytes();
      expect(asked).toHaveLength(tunnels);
    });
  });

  it('is a tunnel for http too, so that the checked address is used', async () => {
    const { port, asked } = await proxyTo({ known: { '[2001:db8::1]:8080': await target(false) } });
    const outgoing = client({ port }, '2001:db8::1', ['2001:db8::/32']);
    const seen = JSON.parse((await (await outgoing.request(`http://${name}:8080/x`)).bytes()).toString());
    expect(seen).toMatchObject({ url: '/x', host: `${name}:8080` });
    expect(asked).toEqual(['CONNECT [2001:db8::1]:8080']);
  });

  it('sends the name to a proxy that resolves names: a tunnel for https, the whole URL for http', async () => {
    const known = { [`${name}:443`]: await target(true), [`${name}:80`]: await target(false) };
    const { port, asked } = await proxyTo({ known, credentials: 'me:secret' });
    const outgoing = client({ port, authorization, resolvesNames: true }, '10.0.0.1', []);
    await (await outgoing.request(`https://${name}/a`)).bytes();
    const seen = JSON.parse((await (await outgoing.request(`http://${name}/a?b`)).bytes()).toString());
    expect(seen).toMatchObject({ url: '/a?b', host: name });
    expect(seen).not.toHaveProperty('proxy-authorization');
    expect(asked).toEqual([`CONNECT ${name}:443`, `GET http://${name}/a?b`]);
  });

  it.each([
    ['10.0.0.1', 'https://packages.example.org/'],
    ['169.254.169.254', 'https://packages.example.org/'],
    ['127.0.0.1', 'http://packages.example.org/'],
    ['198.51.100.1', 'http://10.0.0.1/'],
    ['198.51.100.1', 'http://169.254.169.254/'],
  ])('sends nothing to the proxy if the address is %s and the URL %s', async (address, url) => {
    const { port, asked } = await proxyTo();
    await expect(client({ port }, address, []).request(url)).rejects.toThrow(fault('refused'));
    expect(asked).toEqual([]);
  });

  it.each([
    'https://10.0.0.1/',
    'http://10.0.0.1/',
    'http://[::ffff:10.0.0.1]/',
    'http://169.254.169.254/',
    'https://metadata.google.internal/',
    'http://intranet/',
    'https://db.internal/',
    'http://localhost/',
    'https://x.localhost/',
    'http://127.0.0.1/',
  ])('sends nothing for %s to a proxy that resolves names', async (url) => {
    const { port, asked } = await proxyTo();
    const outgoing = client({ port, resolvesNames: true }, '127.0.0.1', []);
    await expect(outgoing.request(url)).rejects.toThrow(fault('refused'));
    expect(asked).toEqual([]);
  });

  it.each([
    [{ credentials: 'me:other' }, 'proxy-credentials', 'rejected its user name and password'],
    [{ denies: 403 }, 'proxy-denied', 'Proxy corporate denied the connection (403)'],
    [{}, 'unreachable', 'Proxy corporate cannot reach it (502)'],
    [{ denies: 504 }, 'timeout', '(504)'],
  ])("fails with the proxy's error: %j", async (options, expected, message) => {
    const { port } = await proxyTo(options);
    const request = client({ port, authorization }).request(`https://${name}/`);
    await expect(request).rejects.toThrow(fault(expected));
    await expect(request).rejects.toThrow(message);
  });

  it.each([true, false])('reports an unreachable proxy (resolves names: %s)', async (resolvesNames) => {
    const proxy = await connectProxy();
    proxy.close();
    const request = client({ port: proxy.port, resolvesNames }).request(`http://${name}/`);
    await expect(request).rejects.toThrow(fault('proxy'));
    await expect(request).rejects.toThrow('Proxy corporate is unreachable: ECONNREFUSED');
  });

  it('rejects a certificate for another name, which the proxy could have created', async () => {
    const { port } = await proxyTo({ known: { '198.18.0.1:443': await target(true) } });
    const request = client({ port }).request('https://other.example.org/');
    await expect(request).rejects.toThrow(fault('unreachable'));
    await expect(request).rejects.toThrow('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  it('stays open for longer than the connection timeout', async () => {
    const server = createServer((_request, response) => {
      response.write('slow ');
      globalThis.setTimeout(() => response.end('file'), 700);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = await proxyTo({ known: { '198.18.0.1:80': (server.address() as AddressInfo).port } });
    const answer = await client({ port }).request(`http://${name}/`, { connectTimeout: 300 });
    expect((await answer.bytes()).toString()).toBe('slow file');
  });

  it('times out if the proxy does not respond', async () => {
    const silent = createNetServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    closing.push(() => silent.close());
    const { port } = silent.address() as AddressInfo;
    const request = client({ port }).request(`https://${name}/`, { connectTimeout: 300 });
    await expect(request).rejects.toThrow('Proxy corporate times out');
  });

  it('checks the address of a redirect again', async () => {
    const server = createServer((_request, response) => {
      response.writeHead(302, { location: 'http://10.0.0.1/latest/meta-data' }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const known = { [`${name}:80`]: (server.address() as AddressInfo).port };
    const { port, asked } = await proxyTo({ known });
    const outgoing = client({ port, resolvesNames: true });
    const request = outgoing.request(`http://${name}/`, { redirects: 'follow' });
    await expect(request).rejects.toThrow(fault('refused'));
    expect(asked).toEqual([`GET http://${name}/`]);
  });

  it('rejects a proxy with a metadata address', async () => {
    const request = client({ host: '169.254.169.254', port: 80 }).request(`https://${name}/`);
    await expect(request).rejects.toThrow(fault('proxy-settings'));
  });
});
