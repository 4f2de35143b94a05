import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { loopbackSpellings } from './testing/loopbackSpellings.ts';

let platform: TestPlatform;
let server: Server;
let port: number;
let connections = 0;
beforeAll(async () => {
  platform = await testPlatform({ env: { LADING_FEATURES: 'COMMON.XRAY_GIT_REPO_SCANNING' } });
  server = createServer((_request, response) => response.end('{}'));
  server.on('connection', () => connections++);
  // IPv4 and IPv6, on every interface.
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.close();
  await platform.close();
});

const hosts = loopbackSpellings();
const git = {
  ...{ userName: 'x', integrationName: 'x', token: 'x', vendorName: 1, integrationType: 1 },
};
const oauth = {
  ...{ name: 'x', displayName: '', enabled: false, type: 'openid', clientId: 'x', scope: 'openid' },
  ...{ userNameClaim: 'sub', groupsClaim: '', createUsers: false, linkExisting: false, allowPrivate: false },
};
const crowd = { enabled: false, application: 'x', password: 'x', createUsers: false, allowPrivate: false };

const saml = '/access/api/v1/saml/providers/test';
const samlProvider = {
  ...{ name: 'idp', enabled: false, displayName: '', idpEntityId: 'x', logoutUrl: '' },
  ...{ certificates: ['x'], entityId: 'x', userNameAttribute: '', emailAttribute: '' },
  ...{ groupsAttribute: '', createUsers: false, linkExisting: false, signRequests: false },
};

/**
 * Every field with a URL that the server opens, and a call that opens it immediately. Outgoing
 * proxies are not among them: a proxy may run on this machine.
 */
const fields: [string, string, (url: string) => object][] = [
  [
    'a webhook',
    '/event/api/v1/subscriptions/test',
    (url) => ({
      key: 'spelled',
      event_filter: { domain: 'user', event_types: ['locked'] },
      handlers: [{ handler_type: 'webhook', url }],
    }),
  ],
  ['a GitHub server', '/ui/api/v1/integration/test', (url) => ({ ...git, url })],
  ['a GitLab server', '/ui/api/v1/integration/test', (url) => ({ ...git, url, vendorName: 2 })],
  ['a Bitbucket server', '/ui/api/v1/integration/test', (url) => ({ ...git, url, vendorName: 4 })],
  [
    'a remote repository',
    '/artifactory/api/repositories/spelled/test',
    (url) => ({ rclass: 'remote', packageType: 'npm', url }),
  ],
  ['an OAuth provider', '/access/api/v1/oauth/providers/test', (issuer) => ({ ...oauth, issuer })],
  ['Crowd', '/access/api/v1/sso/crowd/test', (url) => ({ ...crowd, url })],
  ['the sign-in page of SAML', saml, (loginUrl) => ({ ...samlProvider, loginUrl })],
  ['the sign-out page of SAML', saml, (logoutUrl) => ({ ...samlProvider, loginUrl: logoutUrl, logoutUrl })],
  ['an edge', '/distribution/api/v2/edges/', (url) => ({ url, code: 'x', name: 'x' })],
  [
    'an LDAP server',
    '/access/api/v1/ldap/test',
    (url) => ({
      settings: {
        ...{
          enabled: false,
          url: url.replace(/^https/, 'ldap'),
          startTls: false,
          managerDn: '',
          searchBase: 'dc=x',
        },
        ...{ searchFilter: '(uid={0})', emailAttribute: '', groupBase: '', groupFilter: '' },
        ...{ groupNameAttribute: '', createUsers: false, allowPrivate: false },
      },
    }),
  ],
];

const test = ({ app, adminAuth: authorization }: TestPlatform, url: string, payload: object) =>
  app.inject({ method: 'POST', url, headers: { authorization }, payload });

it('includes more than 300 spellings', () => {
  expect(hosts.length).toBeGreaterThan(300);
  expect(new Set(hosts).size).toBe(hosts.length);
});

it.each(fields)(
  'opens no connection to this machine for %s, however its URL is spelled',
  async (_, url, bodyOf) => {
    connections = 0;
    const accepted: string[] = [];
    for (const host of hosts) {
      const answer = await test(platform, url, bodyOf(`https://${host}:${port}/`));
      expect(answer.statusCode, `${host}: ${answer.body}`).not.toBe(429);
      if (connections > 0) accepted.push(host);
      connections = 0;
    }
    expect(accepted).toEqual([]);
  },
  300_000,
);

it.each(fields)(
  'opens one for %s if the operator allows it, which validates the test above',
  async (_, url, bodyOf) => {
    const open = await testPlatform({
      env: { LADING_FEATURES: 'COMMON.XRAY_GIT_REPO_SCANNING', LADING_ALLOWED_NETWORKS: '127.0.0.0/8' },
    });
    connections = 0;
    const answer = await test(open, url, bodyOf(`https://127.0.0.1:${port}/`));
    expect(connections, answer.body).toBeGreaterThan(0);
    await open.close();
  },
);
