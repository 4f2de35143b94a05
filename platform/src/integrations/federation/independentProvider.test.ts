import { createHash, randomBytes } from 'node:crypto';
import type { OidcTestResult } from '@lading/contract/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestProvider, walk } from '../../access/oauth/testing/TestProvider.ts';
import { createUser } from '../../access/users.ts';
import { withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { callerOf } from '../testing/sample.ts';

const oidc = '/access/api/v1/oidc';
const client = { id: 'lading', secret: 'of-the-test-alone', callback: 'https://ci.example.org/callback' };

let platform: TestPlatform;
let provider: TestProvider;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  platform = await testPlatform({ env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  provider = await TestProvider.start({ ...client, callbacks: [client.callback] });
  call = callerOf(platform);
  await withStorage(platform.storage, () => createUser('robot', { password: 'an old tune of the sea' }));
  const found = { issuer_url: provider.issuer, audience: client.id, allow_private: true };
  await call('POST', oidc, { name: 'ci', provider_type: 'Generic', description: '', ...found });
  const answer = await call('POST', `${oidc}/ci/identity_mappings`, {
    ...{ name: 'job', description: '', priority: 1, claims: { sub: 'job-*' } },
    token_spec: { username: 'robot', scope: 'repository:npm-local:read', expires_in: 300 },
  });
  expect(answer.statusCode).toBe(201);
});
afterAll(async () => {
  await provider?.close();
  await platform?.close();
});

/** Gets an ID token of the provider, by an authorization code. */
async function idTokenOf(login: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const redirect_uri = client.callback;
  const query = new URLSearchParams({
    ...{ client_id: client.id, response_type: 'code', scope: 'openid', redirect_uri },
    ...{ code_challenge_method: 'S256' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  const back = new URL(await walk(`${provider.issuer}/auth?${query}`, login));
  const answer = await fetch(`${provider.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', redirect_uri, code_verifier: verifier },
      code: back.searchParams.get('code') ?? '',
    }),
  });
  return ((await answer.json()) as { id_token: string }).id_token;
}
const exchange = (subject_token: string) =>
  platform.app.inject({
    ...{ method: 'POST', url: `${oidc}/token` },
    payload: {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      ...{ subject_token, provider_name: 'ci' },
    },
  });

it('exchanges the ID tokens of an independent OpenID Connect provider', async () => {
  const token = await idTokenOf('job-7');
  const answer = await exchange(token);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ username: 'robot', scope: 'repository:npm-local:read' });
  const { mappings } = (await call('POST', `${oidc}/ci/test`, { input: token })).json<OidcTestResult>();
  expect(mappings).toMatchObject([{ name: 'job', checks: [{ claim: 'sub', matches: true }] }]);
});

it('exchanges none for another subject, or with another signature', async () => {
  expect((await exchange(await idTokenOf('visitor'))).statusCode).toBe(403);
  const [head, body] = (await idTokenOf('job-7')).split('.');
  const [, , signature] = (await idTokenOf('job-8')).split('.');
  expect((await exchange(`${head}.${body}.${signature}`)).statusCode).toBe(401);
});
