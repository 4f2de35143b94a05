import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DependencyStatus, SamlSettings } from '@lading/contract/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withStorage } from '../../database/db.ts';
import { selfSigned } from '../../secrets/selfSigned.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { Dependencies } from './dependencies.ts';

let platform: TestPlatform;
/** Status that the sign-in page returns, and the number of requests. */
let pageStatus = 400;
let requests = 0;
const provider = createServer((_request, response) => {
  requests += 1;
  response.writeHead(pageStatus, { location: '/elsewhere' }).end();
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  platform = await testPlatform({ env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  await enter('house', `${origin}/login?key=c4nary`);
});
afterAll(async () => {
  provider.close();
  await platform.close();
});

async function enter(name: string, loginUrl: string): Promise<void> {
  const payload: SamlSettings = {
    ...{ name, enabled: true, displayName: '', idpEntityId: name, loginUrl, logoutUrl: '' },
    ...{ certificates: [selfSigned('rsa', { days: 60 }).cert], entityId: 'lading', userNameAttribute: '' },
    ...{
      emailAttribute: '',
      groupsAttribute: '',
      createUsers: true,
      linkExisting: false,
      signRequests: false,
    },
  };
  const { statusCode, body } = await platform.app.inject({
    ...{ method: 'POST', url: '/access/api/v1/saml/providers', payload },
    headers: { authorization: platform.adminAuth },
  });
  expect([statusCode, body]).toEqual([201, expect.any(String)]);
}

/** A node that just started, whose clock the test sets. */
class Node {
  now = 0;
  readonly #dependencies = new Dependencies(platform.settings.home, () => this.now);

  async saml(name = 'house'): Promise<DependencyStatus | undefined> {
    const found = await withStorage(platform.storage, () => this.#dependencies.check());
    return found.find((each) => each.kind === 'saml' && each.name === name);
  }

  later(name?: string): Promise<DependencyStatus | undefined> {
    this.now += 60_000;
    return this.saml(name);
  }
}

it('shows a SAML provider whose sign-in page stops responding as failed, until it responds', async () => {
  const node = new Node();
  for (pageStatus of [400, 302]) {
    expect(await node.later()).toEqual({
      ...{ kind: 'saml', name: 'house', state: 'ok', since: expect.any(Number) },
    });
  }
  pageStatus = 503;
  const failed = await node.later();
  expect(failed).toMatchObject({
    state: 'failed',
    last_error: { message: `${origin}/login returned 503`, time: expect.any(Number) },
  });
  expect(JSON.stringify(failed)).not.toContain('c4nary');
  pageStatus = 200;
  expect(await node.later()).toMatchObject({ state: 'ok', last_error: failed?.last_error });
});

it('requests the page once a minute', async () => {
  const node = new Node();
  pageStatus = 200;
  requests = 0;
  await Promise.all([node.saml(), node.saml()]);
  node.now += 40_000;
  await node.saml();
  expect(requests).toBe(1);
  await node.later();
  expect(requests).toBe(2);
});

it('does not judge a page that never responded to this node', async () => {
  const node = new Node();
  pageStatus = 500;
  expect(await node.saml()).toEqual({
    ...{ kind: 'saml', name: 'house', state: 'unknown', unchecked: `${origin}/login returned 500` },
  });
  pageStatus = 200;
  expect(await node.later()).not.toHaveProperty('unchecked');
  await enter('away', 'http://127.0.0.1:1/login');
  await enter('private', 'http://10.0.0.1/login');
  expect(await node.later('away')).toMatchObject({
    state: 'unknown',
    unchecked: expect.stringMatching(/^This node cannot open http:\/\/127\.0\.0\.1:1\/login: .*ECONNREFUSED/),
  });
  expect(await node.saml('private')).toMatchObject({
    ...{ state: 'unknown', unchecked: expect.stringMatching(/10\.0\.0\.1.* private network/) },
  });
});
