import type { AuditEvent, OidcMapping, OidcMappingDetails, OidcTestResult } from '@lading/contract/rest';
import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../access/users.ts';
import { withStorage } from '../../database/db.ts';
import { processorMs } from '../../testing/processorMs.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { callerOf } from '../testing/sample.ts';
import { TestIssuer } from '../testing/TestIssuer.ts';
import { matchesPattern } from './matchClaims.ts';

const oidc = '/access/api/v1/oidc';
const claims = { repository: 'acme/tea', ref: 'refs/heads/main', sub: 'repo:acme/tea:ref:refs/heads/main' };

let platform: TestPlatform;
let issuer: TestIssuer;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  platform = await testPlatform({ env: { LADING_ALLOWED_NETWORKS: '127.0.0.0/8' }, listen: true });
  issuer = await TestIssuer.start();
  call = callerOf(platform);
  await withStorage(platform.storage, () => createUser('robot', { password: 'an old tune of the sea' }));
  const provider = {
    ...{ name: 'ci', provider_type: 'Generic', issuer_url: `${issuer.url}/`, audience: 'lading' },
    ...{ description: '', allow_private: true },
  };
  expect((await call('POST', oidc, provider)).statusCode).toBe(201);
});
afterAll(async () => {
  await issuer.stop();
  await platform.close();
});

const mapping = (more: Partial<OidcMapping> = {}): OidcMapping => ({
  ...{ name: 'main', description: '', priority: 10 },
  claims: { repository: 'acme/*', ref: ['refs/heads/main', 'refs/tags/v*'] },
  token_spec: { username: 'robot', scope: 'repository:npm-local:read', expires_in: 300 },
  ...more,
});
const map = (wanted: OidcMapping) => call('POST', `${oidc}/ci/identity_mappings`, wanted);
const unmap = (name: string) => call('DELETE', `${oidc}/ci/identity_mappings/${name}`);
const exchange = (subject_token: string, provider_name = 'ci') =>
  platform.app.inject({
    method: 'POST',
    url: `${oidc}/token`,
    payload: {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      ...{ subject_token, provider_name },
    },
  });
const test = async (input: string) =>
  (await call('POST', `${oidc}/ci/test`, { input })).json<OidcTestResult>();

describe('a CI job', () => {
  it('gets a short-lived token of the user and scope that its claims map to', async () => {
    expect((await map(mapping())).json()).toMatchObject({ name: 'main', priority: 10 });
    const answer = await exchange(await issuer.token({ ...claims, aud: 'lading' }));
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    const { access_token, ...rest } = answer.json();
    expect(rest).toEqual({
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      ...{ token_type: 'Bearer', expires_in: 300, scope: 'repository:npm-local:read', username: 'robot' },
    });
    const tokens = (await call('GET', '/access/api/v1/tokens?username=robot')).json().tokens;
    expect(tokens[0].description).toBe(`ci/main: ${claims.sub}`);
    const ping = await platform.app.inject({
      url: '/ui/api/v1/ui/auth/current',
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(ping.json().name).toBe('robot');
    const [used] = (await call('GET', `${oidc}/ci/identity_mappings`)).json<OidcMappingDetails[]>();
    expect(used?.last_subject).toBe(claims.sub);
    expect(Math.abs(Date.parse(used?.last_used ?? '') - Date.now())).toBeLessThan(60_000);
    await unmap('main');
    await map(mapping());
    const [fresh] = (await call('GET', `${oidc}/ci/identity_mappings`)).json<OidcMappingDetails[]>();
    expect([fresh?.name, fresh?.last_used]).toEqual(['main', undefined]);
    await unmap('main');
  });

  it('gets none without a matching mapping, and the audit log shows the claim', async () => {
    await map(mapping());
    const answer = await exchange(await issuer.token({ ...claims, ref: 'refs/heads/other', aud: 'lading' }));
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([403, 'OIDC_NO_MAPPING']);
    expect(answer.body).not.toContain('refs/tags/v');
    const { events } = (await call('GET', '/access/api/v1/audit?event=token-issued')).json<{
      events: AuditEvent[];
    }>();
    expect(events[0]).toMatchObject({ outcome: 'failure' });
    expect(events[0]?.detail).toContain(
      'main: ref is refs/heads/other, expected refs/heads/main or refs/tags/v*',
    );
    await unmap('main');
  });

  it('gets none for a token that is not valid, with the reason', async () => {
    await map(mapping());
    const now = Math.floor(Date.now() / 1000);
    const { privateKey } = await generateKeyPair('RS256');
    const good = await issuer.token({ ...claims, aud: 'lading' });
    const [head = '', body = '', signature = ''] = good.split('.');
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    const cases: [string, RegExp][] = [
      [await issuer.token({ ...claims, aud: 'sigstore' }), /audience \(aud\) is sigstore. Expected lading$/],
      [await issuer.token({ ...claims, aud: 'lading', exp: now - 120 }), /It expired at \d{4}-/],
      [await issuer.token({ ...claims, aud: 'lading', nbf: now + 600 }), /not valid yet/],
      [
        await issuer.token({ ...claims, aud: 'lading', iss: 'https://example.org' }),
        /issuer is "https:\/\/example.org"/,
      ],
      [await issuer.token({ ...claims, aud: 'lading' }, privateKey), /signature is invalid/],
      [
        `${head}.${Buffer.from(JSON.stringify({ ...claims, iss: issuer.url })).toString('base64url')}.${signature}`,
        /signature is invalid/,
      ],
      [`${unsigned}.${body}.`, /rejected/],
      ['nonsense', /not a JSON Web Token/],
    ];
    for (const [token, reason] of cases) {
      const answer = await exchange(token);
      expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
        401,
        expect.stringMatching(reason),
      ]);
    }
    const elsewhere = await exchange(good, 'nothing');
    expect([elsewhere.statusCode, elsewhere.json().errors[0].code]).toEqual([401, 'OIDC_TOKEN_REJECTED']);
    await unmap('main');
  });

  it('gets the mapping with the lowest priority', async () => {
    await map(mapping({ name: 'late', priority: 20 }));
    await map(
      mapping({
        name: 'early',
        priority: 5,
        token_spec: { username: 'robot', scope: 'repository:*:read', expires_in: 60 },
      }),
    );
    const answer = await exchange(await issuer.token({ ...claims, aud: 'lading' }));
    expect(answer.json()).toMatchObject({ scope: 'repository:*:read', expires_in: 60 });
    await unmap('late');
    await unmap('early');
  });
});

describe('the tester', () => {
  it('explains each claim, for a token and for claims as JSON', async () => {
    await map(mapping());
    const found = await test(await issuer.token({ ...claims, ref: 'refs/heads/x', aud: 'other' }));
    expect(found).toMatchObject({
      verified: false,
      problem: expect.stringContaining('Its audience (aud) is other'),
    });
    expect(found.mappings).toEqual([
      {
        ...{ name: 'main', priority: 10, matches: false, applies: false },
        checks: [
          {
            claim: 'ref',
            expected: ['refs/heads/main', 'refs/tags/v*'],
            actual: ['refs/heads/x'],
            matches: false,
          },
          { claim: 'repository', expected: ['acme/*'], actual: ['acme/tea'], matches: true },
        ],
      },
    ]);
    const valid = await test(await issuer.token({ ...claims, aud: 'lading' }));
    expect(valid).toMatchObject({ verified: true, mappings: [{ matches: true, applies: true }] });
    expect(valid.problem).toBeUndefined();
    const typed = await test(JSON.stringify({ repository: 'acme/tea' }));
    expect(typed.mappings[0]?.checks[0]).toMatchObject({ claim: 'ref', actual: [], matches: false });
    expect((await call('POST', `${oidc}/ci/test`, { input: '{' })).json().errors[0].code).toBe(
      'BAD_OIDC_TEST',
    );
    await unmap('main');
  });
});

describe('a configuration', () => {
  it.each([
    [{ issuer_url: 'http://ci.example.org', allow_private: false }, 'issuer_url'],
    [{ issuer_url: 'https://user:pw@ci.example.org' }, 'issuer_url'],
    [{ issuer_url: 'https://ci.example.org/?a' }, 'issuer_url'],
    [{ issuer_url: 'ftp://ci.example.org' }, 'issuer_url'],
    [{ name: 'token' }, 'name'],
    [{ name: 'a b' }, 'name'],
    [{ audience: ' ' }, 'audience'],
  ])('with %j is rejected', async (more, field) => {
    const wanted = {
      name: 'x',
      provider_type: 'GitHub',
      issuer_url: 'https://ci.example.org',
      audience: 'a',
      description: '',
    };
    const answer = await call('POST', oidc, { ...wanted, ...more });
    expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
      400,
      expect.stringContaining(field),
    ]);
  });

  it('of a shared issuer needs a claim that identifies the owner', async () => {
    const url = 'https://token.actions.githubusercontent.com';
    const wanted = { name: 'hub', provider_type: 'GitHub', issuer_url: url, audience: 'a', description: '' };
    expect((await call('POST', oidc, wanted)).statusCode).toBe(201);
    const add = (rules: OidcMapping['claims']) =>
      call('POST', `${oidc}/hub/identity_mappings`, mapping({ claims: rules }));
    for (const rules of <OidcMapping['claims'][]>[
      { ref: 'refs/heads/main' },
      { repository: '*' },
      { sub: 'repo:*' },
      { sub: 'repo:a*' },
      { repository: 'a*/x' },
      { repository: ['acme/x', '*'] },
      { repository_owner: 'ac*' },
    ]) {
      const answer = await add(rules);
      expect([answer.statusCode, answer.json().errors[0].message]).toEqual([
        400,
        expect.stringContaining('identifies your jobs'),
      ]);
    }
    for (const rules of <OidcMapping['claims'][]>[
      { repository_owner: 'acme' },
      { sub: 'repo:acme/*' },
      { repository: 'acme/*', ref: '*' },
    ]) {
      expect((await add(rules)).statusCode).toBe(201);
      await call('DELETE', `${oidc}/hub/identity_mappings/main`);
    }
    await call('DELETE', `${oidc}/hub`);
  });

  it.each([
    [{ token_spec: { username: 'nobody', scope: 'repository:*:read', expires_in: 60 } }, 'BAD_OIDC_MAPPING'],
    [{ token_spec: { username: 'robot', scope: 'everything', expires_in: 60 } }, 'BAD_SCOPE'],
    [{ claims: {} }, 'BAD_OIDC_MAPPING'],
    [{ claims: { ref: '' } }, 'BAD_OIDC_MAPPING'],
    [{ publisher: { package_type: 'npm', repository: 'pypi-local', package: 'tea' } }, 'BAD_OIDC_MAPPING'],
    [{ publisher: { package_type: 'npm', repository: 'npm-local', package: 'a b' } }, 'BAD_OIDC_MAPPING'],
  ] as const)('with %j is rejected', async (more, code) => {
    const answer = await map(mapping(more as Partial<OidcMapping>));
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, code]);
  });

  it('that points at private addresses is not contacted without permission', async () => {
    const sealed = await testPlatform();
    const callSealed = callerOf(sealed);
    const wanted = {
      name: 'ci',
      provider_type: 'Generic',
      issuer_url: issuer.url.replace('http', 'https'),
      audience: 'a',
      description: '',
    };
    await callSealed('POST', oidc, wanted);
    const before = issuer.requests.length;
    const token = await issuer.token({ ...claims, aud: 'a', iss: wanted.issuer_url });
    const found = (await callSealed('POST', `${oidc}/ci/test`, { input: token })).json<OidcTestResult>();
    expect(found.problem).toContain("Failed to read the issuer's keys");
    expect(issuer.requests.length).toBe(before);
    await sealed.close();
  });
});

describe('a pattern', () => {
  it.each([
    ['acme/tea', 'acme/tea', true],
    ['acme/tea', 'acme/teapot', false],
    ['acme/*', 'acme/', true],
    ['*', '', true],
    ['a*a', 'a', false],
    ['a*b*c', 'axxbyyc', true],
    ['a*b*c', 'acb', false],
    ['*b*b', 'b', false],
    ['a**c', 'abc', true],
  ])('%s matches %s: %s', (pattern, value, expected) => {
    expect(matchesPattern(pattern, value)).toBe(expected);
  });

  it('matches in linear time', () => {
    const taken = processorMs(() => matchesPattern(`${'a*'.repeat(200)}b`, 'a'.repeat(100_000)));
    expect(taken).toBeLessThan(500);
  });
});

describe('a trusted publisher', () => {
  const publisher = (more: object) =>
    mapping({
      name: 'publish',
      publisher: { package_type: 'npm', repository: 'npm-local', package: '@acme/tea', ...more } as never,
    });
  const forNpm = (name: string, token: string) =>
    platform.app.inject({
      method: 'POST',
      url: `/-/npm/v1/oidc/token/exchange/package/${name}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });

  it('of npm gets a token for its package alone', async () => {
    await map(publisher({}));
    const token = await issuer.token({ ...claims, aud: 'npm:localhost' });
    const answer = await forNpm('@acme%2ftea', token);
    expect(answer.statusCode).toBe(201);
    const { token: access } = answer.json();
    const listed = (await call('GET', '/access/api/v1/tokens?username=robot')).json().tokens[0];
    expect(listed.scope).toBe('repository:npm-local/@acme/tea:read,deploy');
    const other = await forNpm('@acme%2fcoffee', token);
    expect([other.statusCode, other.json().message]).toEqual([
      403,
      expect.stringContaining('No identity mapping'),
    ]);
    const general = await exchange(await issuer.token({ ...claims, aud: 'lading' }));
    expect(general.statusCode).toBe(403);
    const list = await platform.app.inject({
      url: '/artifactory/api/storage/npm-local',
      headers: { authorization: `Bearer ${access}` },
    });
    expect([403, 404]).toContain(list.statusCode);
    await unmap('publish');
  });

  it('of Python gets a token by the audience that the server names', async () => {
    await platform.createRepository('py-local', { rclass: 'local', packageType: 'pypi' });
    await map(publisher({ package_type: 'pypi', repository: 'py-local', package: 'Acme.Tea' }));
    const { audience } = (await platform.app.inject('/_/oidc/audience')).json();
    const mint = async (aud: string) =>
      platform.app.inject({
        method: 'POST',
        url: '/_/oidc/mint-token',
        payload: { token: await issuer.token({ ...claims, aud }) },
      });
    const answer = await mint(audience);
    expect(answer.statusCode).toBe(200);
    const listed = (await call('GET', '/access/api/v1/tokens?username=robot')).json().tokens[0];
    expect(listed.scope).toBe('repository:py-local/acme-tea:read,deploy');
    expect((await mint('pypi:elsewhere')).json().errors[0].code).toBe('OIDC_TOKEN_REJECTED');
    expect(
      (await platform.app.inject({ method: 'POST', url: '/_/oidc/mint-token', payload: '{' })).statusCode,
    ).toBe(401);
    await unmap('publish');
  });
});
