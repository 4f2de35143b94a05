import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { NodeTokens, nodeHeader } from '../nodes/NodeTokens.ts';

const url = '/ui/api/v1/system/logs';
const other = 'lading-00000000000b';

let platform: TestPlatform;
let node: string;
/** Requests to a server that is no node. */
const received: { url: string | undefined; headers: object }[] = [];
const stranger = createServer(({ url: asked, headers }, response) => {
  received.push({ url: asked, headers });
  response.setHeader('content-type', 'application/json').end('{"log_content":"of a stranger"}');
});
let strangerUrl: string;
beforeAll(async () => {
  platform = await testPlatform({ logFiles: true, listen: true });
  node = platform.app.platform.node;
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
});
afterAll(async () => {
  stranger.close();
  await platform.close();
});

/** Records another node, as its heartbeat does. */
const announce = (address: string, age = 0) =>
  withStorage(platform.storage, () =>
    db().execute(sql`insert into nodes (id, started, heartbeat, version, services, url)
      values (${other}, now(), now() - make_interval(secs => ${age}), '0.1.0', '{artifactory}', ${address})
      on conflict (id) do update set url = excluded.url, heartbeat = excluded.heartbeat`),
  );
const get = (path: string, headers: Record<string, string> = { authorization: platform.adminAuth }) =>
  platform.app.inject({ url: path, headers });
const data = (nodeId: string) => `${url}/data/jfrt?id=artifactory-service.log&nodeId=${nodeId}`;
const errorOf = async (path: string) => {
  const answer = await get(path);
  const [{ code, message }] = answer.json().errors;
  return { status: answer.statusCode, code, message };
};

describe('the logs of another node', () => {
  it('are not reachable while the node is offline, not empty [logs-01]', async () => {
    await announce(strangerUrl, 120);
    const calls = [
      data(other),
      `${url}/config/jfrt?nodeId=${other}`,
      data(other).replace('data', 'download'),
    ];
    for (const path of calls) {
      expect(await errorOf(path)).toMatchObject({
        status: 502,
        code: 'NODE_UNREACHABLE',
        message: expect.stringMatching(
          /^Node lading-00000000000b is not reachable\. It is offline\. Its last/,
        ),
      });
    }
    expect(received).toEqual([]);
  });

  it('are not reachable without a URL, and at an address where nothing listens', async () => {
    await announce('');
    expect((await errorOf(data(other))).message).toContain('Set LADING_NODE_URL of that node');
    await announce('http://127.0.0.1:1');
    expect((await errorOf(data(other))).message).toContain('http://127.0.0.1:1 failed');
  });

  it('are only those of a server that proves to be this node [logs-04]', async () => {
    await announce(strangerUrl);
    const answer = await get(data(other));
    expect(answer.statusCode).toBe(502);
    expect(answer.body).not.toContain('of a stranger');
    // The stranger receives no credentials, and can use the token at no node.
    expect(JSON.stringify(received)).not.toContain(platform.adminAuth);
    const [{ headers: sent } = { headers: {} }] = received;
    const stolen = (sent as Record<string, string>)[nodeHeader] ?? '';
    expect(stolen).not.toBe('');
    expect((await get(data(other), { [nodeHeader]: stolen })).statusCode).toBe(401);
    await announce(platform.baseUrl);
    expect((await errorOf(data(other))).message).toContain('is not this node');
  });

  it('are reported as not reachable in a stream, whose own lines continue [logs-01]', async () => {
    await announce(strangerUrl);
    const query = new URLSearchParams([
      ['log', `${node}/jfrt:artifactory-service.log`],
      ['log', `${other}/jfrt:artifactory-service.log`],
    ]);
    const stream = await fetch(`${platform.baseUrl}${url}/stream?${query}`, {
      headers: { authorization: platform.adminAuth },
    });
    let text = '';
    for await (const part of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      if (text.includes('event: unreachable') && text.includes('event: lines')) break;
    }
    expect(text).toContain(`data: {"node":"${other}","message":"Node ${other} is not reachable. `);
    expect(text).toContain(`data: {"log":"${node}/jfrt:artifactory-service.log"`);
    expect(text).not.toContain('of a stranger');
  });
});

describe('a request from another node', () => {
  const tokenFor = (path: string) => ({
    [nodeHeader]: new NodeTokens(platform.app.platform.seal).create(node, path),
  });

  it('reads the logs of this node, which proves its identity', async () => {
    const headers = tokenFor(data(node));
    const answer = await get(data(node), headers);
    expect(answer.statusCode).toBe(200);
    expect(
      new NodeTokens(platform.app.platform.seal).isProof(
        answer.headers[nodeHeader],
        headers[nodeHeader] ?? '',
      ),
    ).toBe(true);
  });

  it('can do nothing else [logs-04]', async () => {
    for (const path of ['/ui/api/v1/system/status/nodes', '/metrics', `${url}/config/jfrt?nodeId=${other}`]) {
      const { statusCode } = await get(path, tokenFor(path));
      expect([path, [401, 403, 409].includes(statusCode)]).toEqual([path, true]);
    }
    const { statusCode, headers } = await get(data(node), tokenFor(`${data(node)}&limit=2000`));
    expect([statusCode, headers[nodeHeader]]).toEqual([401, undefined]);
    const circle = await get(data(other), tokenFor(data(other)));
    expect(circle.json().errors[0].code).toBe('OTHER_NODE');
  });
});
