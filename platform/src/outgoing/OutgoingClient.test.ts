import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { OutgoingClient } from './OutgoingClient.ts';
import { connectProxy } from './testing/connectProxy.ts';

const servers: Server[] = [];
const clients: OutgoingClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function client(allowedNetworks = ['127.0.0.0/8']): OutgoingClient {
  const made = new OutgoingClient({ allowedNetworks });
  clients.push(made);
  return made;
}

const fault = (expected: string) => expect.objectContaining({ name: 'OutgoingError', fault: expected });

describe('OutgoingClient', () => {
  it('returns the response', async () => {
    const url = await serve((request, response) =>
      response.end(`${request.method} ${request.headers.accept}`),
    );
    const answer = await client().request(`${url}/a`, { headers: { accept: 'x' } });
    expect([answer.status, (await answer.bytes()).toString(), answer.url]).toEqual([
      200,
      'GET x',
      `${url}/a`,
    ]);
  });

  it('connects to the address that was checked, when the name then has another one', async () => {
    let asked = 0;
    const url = await serve((_request, response) => response.end('reached'));
    const rebinding = new OutgoingClient({
      allowedNetworks: ['127.0.0.0/8'],
      // The first answer is allowed, all others are not.
      resolve: (_name, _options, done) =>
        done(null, [{ address: asked++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }]),
    });
    clients.push(rebinding);
    const named = url.replace('127.0.0.1', 'rebinding.example');
    expect((await (await rebinding.request(named)).bytes()).toString()).toBe('reached');
    expect(asked).toBe(1);
    // A connection that is kept alive is not resolved again.
    servers[0]?.closeAllConnections();
    await expect(rebinding.request(named.replace('rebinding', 'other'))).rejects.toThrow(fault('refused'));
    expect(asked).toBe(2);
  });

  it.each([
    ['203.0.113.7', '93.184.216.34'],
    ['10.1.2.3', '2600::1'],
    ['192.168.1.2', '64:ff9b::808:808'],
  ])('sends what must be encrypted in public by HTTP to %s, but not to %s', async (near, far) => {
    const port = Number(new URL(await serve((_request, response) => response.end('reached'))).port);
    const proxy = await connectProxy({ known: { [`${near}:80`]: port } });
    const strict = new OutgoingClient({
      resolve: (name, _options, done) => {
        const address = name.startsWith('near') ? near : far;
        done(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
      },
    });
    clients.push(strict);
    const route = { key: 'corporate', host: '127.0.0.1', port: proxy.port, resolvesNames: false };
    const options = { allowPrivate: true, encryptedInPublic: true };
    const through = { ...options, through: route };
    const literal = far.includes(':') ? `[${far}]` : far;
    const why = `${far} is a public address, and HTTP is allowed only in private networks. Use an HTTPS URL`;
    try {
      for (const host of ['far.example', literal]) {
        await expect(strict.request(`http://${host}/`, options)).rejects.toThrow(why);
        await expect(strict.request(`http://${host}/`, through)).rejects.toThrow(why);
      }
      const resolving = { ...options, through: { ...route, resolvesNames: true } };
      await expect(strict.request('http://far.example/', resolving)).rejects.toThrow(why);
      expect(proxy.asked).toEqual([]);
      const answer = await strict.request('http://near.example/', through);
      expect((await answer.bytes()).toString()).toBe('reached');
      // The proxy does not know the address, but was asked for it.
      await expect(strict.request('https://far.example/', through)).rejects.toThrow();
      expect(proxy.asked).toEqual([`CONNECT ${near}:80`, `CONNECT ${literal}:443`]);
    } finally {
      proxy.close();
    }
  });

  it('does not reuse a connection of requests that need no encryption', async () => {
    const url = await serve((_request, response) => response.end('reached'));
    const address = '198.41.0.4';
    const lax = new OutgoingClient({
      allowedNetworks: ['127.0.0.0/8'],
      resolve: (name, _options, done) =>
        done(null, [{ address: name === 'lax.example' ? '127.0.0.1' : address, family: 4 }]),
    });
    clients.push(lax);
    const named = url.replace('127.0.0.1', 'lax.example');
    expect((await (await lax.request(named)).bytes()).toString()).toBe('reached');
    expect((await (await lax.request(named, { encryptedInPublic: true })).bytes()).toString()).toBe(
      'reached',
    );
    const strict = url.replace('127.0.0.1', 'strict.example');
    await expect(lax.request(strict, { encryptedInPublic: true })).rejects.toThrow('public address');
  });

  it('refuses a name if one of its addresses is not allowed', async () => {
    const url = await serve((_request, response) => response.end('reached'));
    const mixed = new OutgoingClient({
      allowedNetworks: ['127.0.0.0/8'],
      resolve: (_name, _options, done) =>
        done(null, [
          { address: '127.0.0.1', family: 4 },
          { address: '10.0.0.1', family: 4 },
        ]),
    });
    clients.push(mixed);
    await expect(mixed.request(url.replace('127.0.0.1', 'mixed.example'))).rejects.toThrow(fault('refused'));
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://localhost:1/',
    'http://[::1]:1/',
    'http://2130706433/',
    'http://169.254.169.254/',
    'http://0x7f.1/',
    'http://[::ffff:0:127.0.0.1]:1/',
    'http://[5f00::1]:1/',
    'http://[3fff::1]:1/',
  ])('rejects %s, and the address that a name resolves to', async (url) => {
    await expect(client([]).request(url)).rejects.toThrow(fault('refused'));
  });

  it.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://me:secret@127.0.0.1/', 'nonsense'])(
    'rejects %s',
    async (url) => {
      await expect(client().request(url)).rejects.toThrow(fault('refused'));
    },
  );

  it('follows redirects if allowed, checks their target, and drops credentials', async () => {
    const there = await serve((request, response) => response.end(String(request.headers.authorization)));
    const here = await serve((request, response) => {
      const to = {
        '/near': '/end',
        '/far': `${there}/`,
        '/meta': 'http://169.254.169.254/',
        '/loop': '/loop',
      }[request.url ?? ''];
      if (to) response.writeHead(302, { location: to }).end();
      else response.end(String(request.headers.authorization));
    });
    const options = { redirects: 'follow' as const, headers: { authorization: 'Bearer x' } };
    const read = async (path: string) =>
      (await (await client().request(here + path, options)).bytes()).toString();
    expect(await read('/near')).toBe('Bearer x');
    expect(await read('/far')).toBe('undefined');
    await expect(read('/meta')).rejects.toThrow(fault('refused'));
    await expect(read('/loop')).rejects.toThrow(fault('redirect'));
    await expect(client().request(`${here}/near`)).rejects.toThrow(fault('redirect'));
    await expect(client().request(`${here}/near`, { ...options, method: 'POST', body: 'x' })).rejects.toThrow(
      fault('redirect'),
    );
  });

  it('rejects a redirect from an allowed loopback address to another one', async () => {
    const inner = await serve((_request, response) => response.end('for this machine alone'));
    const outer = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, { location: `${outer}/end` }).end();
      else if (request.url === '/in') response.writeHead(302, { location: `${inner}/` }).end();
      else response.end('end');
    });
    const options = { redirects: 'follow' as const, allowLoopback: true };
    expect((await (await client([]).request(`${outer}/`, options)).bytes()).toString()).toBe('end');
    await expect(client([]).request(`${outer}/in`, options)).rejects.toThrow(fault('refused'));
  });

  it('aborts responses that are too large, announced or not', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/announced') response.end(Buffer.alloc(2000));
      else for (const _ of [1, 2, 3]) response.write(Buffer.alloc(1000));
      response.end();
    });
    await expect(client().request(`${url}/announced`, { limit: 1500 })).rejects.toThrow(fault('too-large'));
    const answer = await client().request(`${url}/streamed`, { limit: 1500 });
    await expect(answer.bytes()).rejects.toThrow(fault('too-large'));
    const whole = await client().request(`${url}/streamed`, { limit: 3000 });
    expect((await whole.bytes()).length).toBe(3000);
  });

  it('distinguishes a timeout, a broken connection, and a refused connection', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/reset') request.socket.destroy();
      if (request.url === '/half') response.write('half', () => request.socket.destroy());
      if (request.url === '/stalls') response.write('begun');
    });
    await expect(client().request(`${url}/silent`, { headersTimeout: 50 })).rejects.toThrow(fault('timeout'));
    await expect(client().request(`${url}/reset`)).rejects.toThrow(fault('unreachable'));
    const half = await client().request(`${url}/half`);
    await expect(half.bytes()).rejects.toThrow(fault('unreachable'));
    const stalls = await client().request(`${url}/stalls`, { bodyTimeout: 50, limit: 1000 });
    await expect(stalls.bytes()).rejects.toThrow(fault('timeout'));
    await expect(client().request('http://127.0.0.1:1/')).rejects.toThrow(fault('unreachable'));
    await expect(client().request('http://nothing.invalid/')).rejects.toThrow(fault('unreachable'));
  });

  it('retries if a kept-alive connection turns out to be closed, but sends no body twice', async () => {
    const seen: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      seen.push(request.method);
      if (seen.length % 2 === 0) request.socket.destroy();
      else response.end('here');
    });
    const out = client();
    const ask = async (method: 'GET' | 'POST') =>
      (await (await out.request(url, { method })).bytes()).toString();
    expect([await ask('GET'), await ask('GET')]).toEqual(['here', 'here']);
    await expect(ask('POST')).rejects.toThrow(fault('unreachable'));
    expect(seen).toEqual(['GET', 'GET', 'GET', 'POST']);
  });

  it('can be aborted', async () => {
    const url = await serve(() => undefined);
    const stop = new AbortController();
    const asked = client().request(url, { signal: stop.signal });
    stop.abort();
    await expect(asked).rejects.toThrow(fault('aborted'));
  });
});
