import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { db, withStorage } from '../database/db.ts';
import { loopbackSpellings } from '../outgoing/testing/loopbackSpellings.ts';
import type { TestPlatform } from '../testing/testPlatform.ts';
import { testPlatform } from '../testing/testPlatform.ts';
import { callerOf, form, gitPlatform } from './testing/sample.ts';

/**
 * Stored addresses, which the server opens later: when it lists repositories, reads branches, scans
 * a watched branch, or verifies an ID token. `spellings.full.test.ts` of the outgoing client tests
 * the connection tests.
 */

let platform: TestPlatform;
let call: ReturnType<typeof callerOf>;
let server: Server;
let port: number;
let connections = 0;
let requests = 0;
beforeAll(async () => {
  platform = await testPlatform({ env: { LADING_FEATURES: 'COMMON.XRAY_GIT_REPO_SCANNING' } });
  call = callerOf(platform);
  server = createServer((_request, response) => {
    requests++;
    response.end('{}');
  });
  server.on('connection', () => connections++);
  // IPv4 and IPv6, on every interface.
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.close();
  await platform.close();
});

const integrations = '/ui/api/v1/integration';
const oidc = '/access/api/v1/oidc';
const key = new TextEncoder().encode('a key that no issuer has published');

/** An ID token of the issuer, whose keys the server reads before it notices the signature. */
const tokenOf = (issuer: string) =>
  new SignJWT({ iss: issuer, sub: 'job', aud: 'lading' })
    .setProtectedHeader({ alg: 'HS256', kid: 'one' })
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(key);

const exchange = async (at: TestPlatform, issuer: string) => {
  const payload = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    ...{ subject_token: await tokenOf(issuer), provider_name: 'spelled' },
  };
  return at.app.inject({ method: 'POST', url: `${oidc}/token`, payload });
};
const provider = (issuer_url: string, allow_private = false) => ({
  ...{ name: 'spelled', provider_type: 'Generic', audience: 'lading', description: '' },
  ...{ issuer_url, allow_private },
});

it.each([
  ['GitHub', 1],
  ['GitLab', 2],
  ['Bitbucket Server', 4],
] as const)(
  'opens no connection to this machine for the stored URL of %s, however it is spelled',
  async (_name, vendorName) => {
    const accepted: string[] = [];
    let stored = 0;
    for (const host of loopbackSpellings()) {
      const url = `https://${host}:${port}`;
      const created = await call('POST', integrations, { ...form, url, vendorName });
      if (created.statusCode >= 300) continue;
      stored++;
      const id = created.json<string>();
      const path = `${integrations}/${encodeURIComponent(id)}`;
      const uses = await Promise.all([
        call('GET', `${path}/repositories`),
        call('GET', `${path}/repositories?search=tea`),
        call('POST', `${path}/watches`, {
          ...{ repository_id: 'harbour/tea', repository: 'harbour/tea', branch: 'main' },
          ...{ webhook: false, commit_status: false },
        }),
      ]);
      for (const { statusCode, body } of uses) {
        expect([400, 502], `${host}: ${body}`).toContain(statusCode);
        expect(body).not.toContain('body/');
      }
      if (connections > 0) accepted.push(host);
      connections = 0;
      expect((await call('DELETE', path)).statusCode).toBeLessThan(300);
    }
    expect(accepted).toEqual([]);
    expect(stored).toBeGreaterThan(100);
  },
  300_000,
);

it('opens none for an issuer of ID tokens, however it is spelled', { timeout: 300_000 }, async () => {
  const accepted: string[] = [];
  let stored = 0;
  for (const host of loopbackSpellings()) {
    const issuer = `https://${host}:${port}`;
    if ((await call('POST', oidc, provider(issuer))).statusCode >= 300) continue;
    stored++;
    await call('POST', `${oidc}/spelled/test`, { input: await tokenOf(issuer) });
    // Rejections are counted by network.
    await withStorage(platform.storage, () => db().execute(sql`delete from use_counts`));
    await exchange(platform, issuer);
    if (connections > 0) accepted.push(host);
    connections = 0;
    expect((await call('DELETE', `${oidc}/spelled`)).statusCode).toBeLessThan(300);
  }
  expect(accepted).toEqual([]);
  expect(stored).toBeGreaterThan(100);
});

it('opens them if the operator allows it, which validates the tests above', async () => {
  const open = await gitPlatform();
  const ofOpen = callerOf(open);
  const url = `http://127.0.0.1:${port}`;
  const created = await ofOpen('POST', integrations, { ...form, url, allowPrivate: true });
  requests = 0;
  await ofOpen('GET', `${integrations}/${created.json<string>()}/repositories`);
  expect(requests).toBeGreaterThan(0);
  expect((await ofOpen('POST', oidc, provider(url, true))).statusCode).toBe(201);
  requests = 0;
  await exchange(open, url);
  expect(requests).toBeGreaterThan(0);
  await open.close();
});
