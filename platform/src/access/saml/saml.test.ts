import { verify, X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type { AuditPage, DependencyStatuses, ProviderTest, SamlSettings } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { db, withStorage } from '../../database/db.ts';
import { type TestPlatform, testPlatform } from '../../testing/testPlatform.ts';
import { createUser, findUser } from '../users.ts';
import { TestIdp, type TestPerson } from './testing/TestIdp.ts';

const saml = '/ui/api/v1/auth/saml';
const origin = 'https://packages.example.org';
const idp = new TestIdp();
const nameAttribute = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name';
const emailAttribute = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';
const groupsAttribute = 'http://schemas.passportjs.com/groups';
const rosa: TestPerson = {
  id: 'r-1',
  displayName: 'Rosa',
  emails: [{ value: 'rosa@example.org' }],
  groups: ['crew'],
};
let platform: TestPlatform;

beforeAll(async () => {
  platform = await testPlatform({ env: { LADING_PUBLIC_URL: origin } });
  await withStorage(platform.storage, async () => {
    await createUser('local', { password: 'an old tune of the sea' });
    await db().execute(sql`insert into groups (name) values ('crew')`);
  });
});
afterAll(() => platform.close());

function settings(more: Partial<SamlSettings> = {}): SamlSettings {
  return {
    name: 'house',
    enabled: true,
    displayName: 'The house',
    idpEntityId: idp.entityId,
    loginUrl: idp.loginUrl,
    logoutUrl: idp.logoutUrl,
    certificates: [idp.certificate],
    entityId: 'lading',
    userNameAttribute: nameAttribute,
    emailAttribute,
    groupsAttribute,
    createUsers: true,
    linkExisting: false,
    signRequests: false,
    ...more,
  };
}
const admin = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path = '', payload?: object) =>
  platform.app.inject({
    method,
    url: `/access/api/v1/saml/providers${path}`,
    headers: { authorization: platform.adminAuth },
    ...(payload ? { payload } : {}),
  });
const get = (url: string, cookie = '') =>
  platform.app.inject({
    url: url.replace(origin, ''),
    headers: { host: 'packages.example.org', ...(cookie ? { cookie } : {}) },
  });
const cookieOf = (answer: LightMyRequestResponse, kind = '') => {
  const set = answer.cookies.find(({ name }) => name === `__Host-lading${kind}`);
  return `${set?.name}=${set?.value}`;
};
const failure = (answer: LightMyRequestResponse) =>
  new URL(String(answer.headers.location), origin).searchParams.get('ssoError');
/** Sends a cross-site request without cookies, as the provider's page does. */
const post = (form: Record<string, string>, path = '/loginResponse') =>
  platform.app.inject({
    method: 'POST',
    url: saml + path,
    headers: {
      host: 'packages.example.org',
      origin: 'https://idp.example.org',
      'sec-fetch-site': 'cross-site',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams(form).toString(),
  });
async function begin(
  query = '',
): Promise<{ address: string; cookie: string; answer: LightMyRequestResponse }> {
  const answer = await get(`${saml}/loginRequest${query}`);
  return { address: String(answer.headers.location), cookie: cookieOf(answer, '-sso'), answer };
}
type Change = (form: { SAMLResponse: string; RelayState: string }) => {
  SAMLResponse: string;
  RelayState: string;
};
async function signInAs(
  person: TestPerson,
  more = {},
  change: Change = (form) => form,
): Promise<LightMyRequestResponse> {
  const { address, cookie } = await begin('?redirectTo=/ui/packages');
  const { acs: _acs, ...form } = await idp.answer(address, person, more);
  const posted = await post(change(form));
  if (failure(posted)) return posted;
  return get(String(posted.headers.location), cookie);
}
/** The provider in the service status. */
const statusOf = async (provider: string) => {
  const { body } = await platform.app.inject({
    url: '/ui/api/v1/system/status/dependencies',
    headers: { authorization: platform.adminAuth },
  });
  const { dependencies } = JSON.parse(body) as DependencyStatuses;
  return dependencies.find(({ kind, name }) => kind === 'saml' && name === provider);
};
const current = async (answer: LightMyRequestResponse) =>
  (await get('/ui/api/v1/ui/auth/current', cookieOf(answer))).json();
const edit =
  (change: (xml: string) => string): Change =>
  (form) => ({
    ...form,
    SAMLResponse: Buffer.from(change(Buffer.from(form.SAMLResponse, 'base64').toString())).toString('base64'),
  });

describe('SAML sign-in', () => {
  it('is off until an administrator configures it', async () => {
    expect((await admin('GET')).json()).toEqual({ providers: [] });
    expect((await admin('GET', '/house')).statusCode).toBe(404);
    expect(failure((await begin()).answer)).toBe('SSO_OFF');
    expect((await get(`${saml}/metadata`)).statusCode).toBe(404);
    const made = await admin('POST', '', settings());
    expect(made.statusCode).toBe(201);
    const kept = made.json<SamlSettings>();
    expect(kept).toMatchObject({
      acsUrl: `${origin}${saml}/loginResponse`,
      metadataUrl: `${origin}${saml}/metadata?provider=house`,
    });
    const metadata = await get(String(kept.metadataUrl));
    expect(metadata.headers['content-type']).toContain('application/samlmetadata+xml');
    expect(metadata.body).toContain(`Location="${origin}${saml}/loginResponse"`);
    const related = await platform.app.inject({
      method: 'POST',
      url: '/ui/api/v1/ui/auth/loginRelatedData',
      payload: {},
    });
    expect(related.json().ssoProviderLink).toBe(`${saml}/loginRequest`);
  });

  it('redirects to the provider and back to the requested page [login-01]', async () => {
    const answer = await signInAs(rosa);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/ui/packages']);
    expect(await current(answer)).toMatchObject({ name: 'rosa', realm: 'saml' });
    const user = await withStorage(platform.storage, () => findUser('rosa'));
    expect(user).toMatchObject({
      email: 'rosa@example.org',
      passwordHash: null,
      groups: ['crew', 'readers'],
    });
    // Renamed at the provider, but the same user on this platform.
    expect(await current(await signInAs({ ...rosa, displayName: 'Rosalind' }))).toMatchObject({
      name: 'rosa',
    });
    expect(await current(await signInAs(rosa, { signResponse: true, signAssertion: false }))).toMatchObject({
      name: 'rosa',
    });
  });

  it('shows the last error in the service status, but no failure that anyone can cause', async () => {
    await signInAs(rosa);
    const before = await statusOf('house');
    expect(before).toMatchObject({ state: 'ok', since: expect.any(Number) });
    const forged = edit((xml) => xml.replace('rosa@example.org', 'root@example.org'));
    expect(failure(await signInAs(rosa, {}, forged))).toBe('SSO_INVALID');
    expect(await statusOf('house')).toEqual({
      ...before,
      last_error: { message: expect.any(String), time: expect.any(Number) },
    });
  });

  it('shows in the service status that its certificate ends', async () => {
    const end = Date.parse(new X509Certificate(idp.certificate).validTo);
    const day = 86_400_000;
    vi.useFakeTimers({ toFake: ['Date'], now: end - 10 * day });
    try {
      expect(await statusOf('house')).toMatchObject({
        ...{ state: 'degraded', last_error: { message: expect.stringContaining('expires on') } },
      });
      vi.setSystemTime(end + day);
      expect(await statusOf('house')).toMatchObject({
        ...{ state: 'failed', last_error: { message: expect.stringContaining('expired on'), time: end } },
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows in the service status that its certificate ends, and the last error', async () => {
    const now = Date.parse(new X509Certificate(idp.certificate).validTo) - 86_400_000;
    const { identities } = platform.app.platform.outgoing;
    vi.useFakeTimers({ toFake: ['Date'], now });
    try {
      identities.noteFailure('saml:house', new Error('The provider is not responding.'));
      const failed = await statusOf('house');
      expect(failed).toMatchObject({ state: 'failed', last_error: { time: now } });
      expect(failed?.last_error?.message).toMatch(
        /^The provider is not responding\. The certificate of the provider expires on \d/,
      );
      vi.setSystemTime(now + 1000);
      identities.noteSuccess('saml:house');
      const degraded = await statusOf('house');
      expect(degraded).toMatchObject({ state: 'degraded', since: now + 1000 });
      expect(degraded?.last_error?.message).toMatch(
        /^The certificate of the provider expires on .+ SAML\. Last error \(.+Z\): The provider is not responding\.$/,
      );
    } finally {
      vi.useRealTimers();
    }
  });

  it('accepts a response once, and only in the browser that requested it', async () => {
    const { address, cookie } = await begin();
    const { acs: _acs, ...form } = await idp.answer(address, rosa);
    const posted = await post(form);
    const finish = String(posted.headers.location);
    expect(finish).toMatch(/\/finish\?state=/);
    expect(failure(await post(form))).toBe('SSO_EXPIRED');
    expect(failure(await get(finish))).toBe('SSO_EXPIRED');
    const second = await begin();
    const again = await post({ ...form, RelayState: (await idp.answer(second.address, rosa)).RelayState });
    expect(failure(again)).toBe('SSO_INVALID');
    expect(failure(await get(finish, cookie))).toBe('SSO_EXPIRED');
  });

  it('rejects a response without a request', async () => {
    const { address } = await begin();
    const { SAMLResponse } = await idp.answer(address, rosa);
    expect(failure(await post({ SAMLResponse }))).toBe('SSO_EXPIRED');
    expect(failure(await signInAs(rosa, { inResponseTo: '_another' }))).toBe('SSO_INVALID');
  });

  it.each<[string, object, Change?]>([
    ['without a signature', { signAssertion: false }],
    ['signed by another key', new TestIdp().keys],
    ['of another issuer', { issuer: 'https://elsewhere.example' }],
    ['for another platform', { audience: 'another' }],
    ['for another recipient', { recipient: 'https://elsewhere.example/acs' }],
    ['that has expired', { lifetimeInSeconds: -3600 }],
    ['signed with SHA-1', { signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' }],
    ['that was changed', {}, edit((xml) => xml.replace('Rosa', 'admin'))],
    ['with a second assertion before the signed one', {}, edit(wrapped)],
    ['with the signed assertion hidden in another', {}, edit(hidden)],
    ['with an entity', {}, edit((xml) => `<!DOCTYPE x [<!ENTITY a "b">]>${xml}`)],
    ['that is not XML', {}, (form) => ({ ...form, SAMLResponse: 'bm90IHhtbA==' })],
  ])('rejects a response %s', async (_what, more, change) => {
    const answer = await signInAs(rosa, more, change);
    const user = failure(answer) ? undefined : (await current(answer)).name;
    expect([failure(answer), user]).toEqual(['SSO_INVALID', undefined]);
  });

  it('judges the strength of a response by its signature, not by letters in its content', async () => {
    const emails = [{ value: 'md5@example.org' }];
    expect((await current(await signInAs({ id: 'm-5', displayName: 'mdfive', emails }))).name).toBe('mdfive');
  });

  it('rejects a name that changes with every sign-in, and says so', async () => {
    const nameIdentifierFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    expect(failure(await signInAs({ id: '_1f', displayName: 'Vera' }, { nameIdentifierFormat }))).toBe(
      'SSO_INVALID',
    );
    expect(await withStorage(platform.storage, () => findUser('vera'))).toBeUndefined();
    const audit = await platform.app.inject({
      url: '/access/api/v1/audit?event=sign-in&limit=40',
      headers: { authorization: platform.adminAuth },
    });
    expect(audit.json<AuditPage>().events.map(({ detail }) => detail)).toContainEqual(
      expect.stringContaining('The NameID is transient'),
    );
  });

  it('reads a name as signed, ignoring inserted comments', async () => {
    const answer = await signInAs(
      rosa,
      {},
      edit((xml) => xml.replace('Rosa', 'Ro<!-- x -->sa')),
    );
    expect((await current(answer)).name).toBe('rosa');
  });

  it('reports a denial by the provider, and does not confuse users with the same name', async () => {
    const status = 'urn:oasis:names:tc:SAML:2.0:status:Responder';
    const refused = edit((xml) => xml.replace(/<saml:Assertion.*<\/saml:Assertion>/s, ''));
    expect(failure(await signInAs(rosa, { samlStatusCode: status }, refused))).toBe('SSO_REFUSED');
    expect(failure(await signInAs({ id: 'x', displayName: 'local' }))).toBe('SSO_OTHER_REALM');
    expect(failure(await signInAs({ id: 'x' }))).toBe('SSO_INVALID');
  });
});

describe('SAML single logout', () => {
  it('continues at the provider after the sign-out on this platform [login-08] [login-17]', async () => {
    const session = cookieOf(await signInAs(rosa));
    const asked = (await get(`${saml}/logoutRequest`, session)).json();
    expect(asked).toEqual({ logoutUrl: `${saml}/logout?provider=house` });
    expect((await get(`${saml}/logoutRequest`)).json()).toEqual({ logoutUrl: '' });
    const out = await platform.app.inject({
      method: 'POST',
      url: '/ui/api/v1/ui/auth/logout',
      headers: { host: 'packages.example.org', cookie: session, 'sec-fetch-site': 'same-origin' },
    });
    const target = String(
      (await get(asked.logoutUrl, `${cookieOf(out, '-slo')}; ${cookieOf(out, '-sso')}`)).headers.location,
    );
    expect(target).toMatch(/^https:\/\/idp\.example\.org\/saml\/logout\?SAMLRequest=/);
    const query = Object.fromEntries(new URL(target).searchParams);
    const back = await idp.logout(query, {
      serviceProviderId: 'lading',
      serviceProviderLogoutURL: `${origin}${saml}/logoutResponse`,
    });
    expect(back).toContain(`${origin}${saml}/logoutResponse?SAMLResponse=`);
    expect((await get(back)).headers.location).toBe('/ui/login?logout=true');
    // Without a sign-out, the URL redirects nowhere else.
    expect((await get(`${saml}/logout`)).headers.location).toBe('/ui/login?logout=true');
  });

  it('is accepted from the provider if signed', async () => {
    const session = cookieOf(await signInAs(rosa));
    const participant = {
      serviceProviderId: 'lading',
      nameId: 'r-1',
      nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      sessionIndex: '_session-of-r-1',
      serviceProviderLogoutURL: `${origin}${saml}/logoutResponse`,
    };
    const wish = await idp.logout({}, participant);
    const unsigned = new URL(wish);
    unsigned.searchParams.delete('Signature');
    expect((await get(unsigned.href)).statusCode).toBe(400);
    const other = await new TestIdp().logout({}, participant);
    expect((await get(other)).json().errors[0].code).toBe('BAD_LOGOUT_REQUEST');
    expect((await get(`${wish}&SAMLRequest=x`)).statusCode).toBe(400);
    expect((await get('/ui/api/v1/ui/auth/current', session)).statusCode).toBe(200);
    expect((await get(`${wish}&SAMLEncoding=gzip`)).statusCode).toBe(400);
    const deflate = encodeURIComponent('urn:oasis:names:tc:SAML:2.0:bindings:URL-Encoding:DEFLATE');
    const answered = await get(`${wish}&SAMLEncoding=${deflate}`);
    expect(String(answered.headers.location)).toMatch(
      /^https:\/\/idp\.example\.org\/saml\/logout\?SAMLResponse=/,
    );
    expect((await get('/ui/api/v1/ui/auth/current', session)).statusCode).toBe(401);
  });
});

describe('confirming the identity', () => {
  it('requests a new authentication from the provider, and checks its time', async () => {
    const completeSignIn = async (query: string, ago: number) => {
      const { address, cookie } = await begin(query);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - ago });
      const { acs: _acs, ...form } = await idp.answer(address, rosa, { lifetimeInSeconds: 86_400 });
      vi.useRealTimers();
      const posted = await post(form);
      return failure(posted) ? posted : get(String(posted.headers.location), cookie);
    };
    const unlock = async (answer: LightMyRequestResponse) => {
      const asked = await platform.app.inject({
        method: 'POST',
        url: '/ui/api/v1/ui/userProfile',
        headers: { host: 'packages.example.org', cookie: cookieOf(answer), 'sec-fetch-site': 'same-origin' },
        payload: { password: '' },
      });
      return asked.json().errors?.[0].code ?? asked.json().unlocked;
    };
    const asked = async (query: string) => {
      const request = new URL((await begin(query)).address).searchParams.get('SAMLRequest') ?? '';
      return inflateRawSync(Buffer.from(request, 'base64')).toString();
    };
    expect(await asked('?confirm=true')).toContain('ForceAuthn="true"');
    expect(await asked('')).not.toContain('ForceAuthn="true"');
    expect(await unlock(await completeSignIn('', 7_200_000))).toBe('SIGN_IN_AGAIN');
    expect(failure(await completeSignIn('?confirm=true', 7_200_000))).toBe('SSO_INVALID');
    expect(await unlock(await completeSignIn('?confirm=true', 0))).toBe(true);
  });
});

describe('a logout request', () => {
  it('is accepted only if the provider has signed it, in any spelling of its name', async () => {
    const session = cookieOf(await signInAs(rosa));
    const participant = {
      serviceProviderId: 'lading',
      nameId: 'r-1',
      nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      sessionIndex: '_session-of-r-1',
      serviceProviderLogoutURL: `${origin}${saml}/logoutResponse`,
    };
    // Content that any user can get by signing out, or can forge.
    const own = cookieOf(await signInAs({ id: 'eve', displayName: 'eve' }));
    const leave = (await get(`${saml}/logoutRequest`, own)).json().logoutUrl;
    const out = await platform.app.inject({
      method: 'POST',
      url: '/ui/api/v1/ui/auth/logout',
      headers: { host: 'packages.example.org', cookie: own, 'sec-fetch-site': 'same-origin' },
    });
    const cookies = `${cookieOf(out, '-slo')}; ${cookieOf(out, '-sso')}`;
    const asked = new URL(String((await get(leave, cookies)).headers.location));
    const ofEve = { ...participant, nameId: 'eve', sessionIndex: '_session-of-eve' };
    const signed = (await idp.logout(Object.fromEntries(asked.searchParams), ofEve)).split('?')[1] ?? '';
    expect(signed).toMatch(/^SAMLResponse=[^&]+&(RelayState=[^&]*&)?SigAlg=[^&]+&Signature=/);
    const made = new URL(await new TestIdp(idp.entityId).logout({}, participant));
    const wish = encodeURIComponent(made.searchParams.get('SAMLRequest') ?? '');
    for (const query of [
      `SAML%52equest=${wish}&${signed}`,
      `${signed}&SAML%52equest=${wish}`,
      `SAMLRequest=${wish}&${signed}`,
      `${signed}&SAMLRequest=${wish}`,
    ]) {
      const answer = await get(`${saml}/logoutResponse?${query}`);
      expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'BAD_LOGOUT_REQUEST']);
    }
    expect((await get('/ui/api/v1/ui/auth/current', session)).statusCode).toBe(200);
  });
});

describe('several SAML providers', () => {
  const second = new TestIdp('https://port.example.org/saml');
  const port = () =>
    settings({
      name: 'port',
      displayName: 'Port',
      idpEntityId: second.entityId,
      loginUrl: second.loginUrl,
      logoutUrl: second.logoutUrl,
      certificates: [second.certificate],
      entityId: 'lading-at-port',
      signRequests: true,
    });
  const people: TestPerson = { id: 'p-1', displayName: 'Paul', emails: [{ value: 'paul@example.org' }] };
  beforeAll(async () => {
    const made = await admin('POST', '', port());
    expect(made.statusCode, made.body).toBe(201);
  });
  /** Starts a sign-in at one provider and completes it with the response of another. */
  async function signInAt(at: TestIdp, begun: string, answering = at): Promise<LightMyRequestResponse> {
    const start = await begin(begun);
    const { acs: _acs, ...form } = await answering.answer(start.address, people, {
      issuer: at.entityId,
    });
    const posted = await post(form);
    return failure(posted) ? posted : get(String(posted.headers.location), start.cookie);
  }

  it('are listed on the sign-in page [login-16]', async () => {
    const related = await platform.app.inject({
      method: 'POST',
      url: '/ui/api/v1/ui/auth/loginRelatedData',
      payload: {},
    });
    expect(related.json()).toMatchObject({
      ssoProviderLink: `${saml}/loginRequest`,
      ssoProviderName: 'The house',
    });
    const listed = (await get('/ui/api/v1/ui/oauth/providers')).json();
    expect(listed).toEqual([
      { name: 'port', displayName: 'Port', type: 'saml', url: `${saml}/loginRequest?provider=port` },
    ]);
  });

  it('each authenticate their own users only', async () => {
    expect(await current(await signInAt(second, '?provider=port'))).toMatchObject({ name: 'paul' });
    expect(failure((await begin('?provider=none')).answer)).toBe('SSO_OFF');
    // Signed by one provider in the name of the other, or a response of one provider to the other's
    // request.
    expect(failure(await signInAt(second, '?provider=port', idp))).toBe('SSO_INVALID');
    expect(failure(await signInAt(second, '?provider=house'))).toBe('SSO_INVALID');
    expect(failure(await signInAt(idp, '?provider=port'))).toBe('SSO_INVALID');
  });

  it('get signed requests if they require them, with the key in the metadata', async () => {
    const metadata = (await get(`${saml}/metadata?provider=port`)).body;
    const [, body = ''] = /<ds:X509Certificate>([^<]+)</.exec(metadata) ?? [];
    expect(metadata).toContain('AuthnRequestsSigned="true"');
    expect((await get(`${saml}/metadata?provider=house`)).body).not.toContain('X509Certificate');
    const certificate = `-----BEGIN CERTIFICATE-----\n${body.trim()}\n-----END CERTIFICATE-----`;
    expect(new X509Certificate(certificate).subject).toBe('CN=Lading');
    expect(isSigned((await begin('?provider=port')).address, certificate)).toBe(true);
    expect(isSigned((await begin('?provider=house')).address, certificate)).toBe(false);
    expect((await admin('GET', '/port')).json().ownCertificate).toContain('BEGIN CERTIFICATE');
    const { rows } = await withStorage(platform.storage, () =>
      db().execute<{ sealed: Buffer }>(
        sql`select value, sealed from access_settings where name = 'saml/key'`,
      ),
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows) + rows[0]?.sealed.toString('latin1')).not.toContain('PRIVATE KEY');
  });

  it('sign out only the users whom they signed in, and verify our signature', async () => {
    const session = cookieOf(await signInAt(second, '?provider=port'));
    const asked = (await get(`${saml}/logoutRequest`, session)).json();
    expect(asked.logoutUrl).toBe(`${saml}/logout?provider=port`);
    const participant = {
      nameId: 'p-1',
      nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      sessionIndex: '_session-of-p-1',
      serviceProviderLogoutURL: `${origin}${saml}/logoutResponse`,
    };
    // The other provider means its own users, even with the same name.
    expect(
      (await get(await idp.logout({}, { ...participant, serviceProviderId: 'lading' }))).statusCode,
    ).toBe(303);
    expect((await get('/ui/api/v1/ui/auth/current', session)).statusCode).toBe(200);
    const out = await platform.app.inject({
      method: 'POST',
      url: '/ui/api/v1/ui/auth/logout',
      headers: { host: 'packages.example.org', cookie: session, 'sec-fetch-site': 'same-origin' },
    });
    const cookies = `${cookieOf(out, '-slo')}; ${cookieOf(out, '-sso')}`;
    const target = String((await get(asked.logoutUrl, cookies)).headers.location);
    const certificate = (await admin('GET', '/port')).json().ownCertificate;
    expect(target).toContain(second.logoutUrl);
    expect(isSigned(target, certificate)).toBe(true);
    const query = Object.fromEntries(new URL(target).searchParams);
    const checking = { ...participant, serviceProviderId: 'lading-at-port', cert: certificate };
    expect(await second.logout(query, checking)).toContain('/logoutResponse?SAMLResponse=');
    const other = { ...checking, cert: idp.certificate };
    await expect(second.logout(query, other)).rejects.toThrow();
  });

  it('are affected when an administrator replaces the key', async () => {
    const key = (method: 'GET' | 'POST') =>
      platform.app.inject({
        method,
        url: '/access/api/v1/saml/key',
        headers: { authorization: platform.adminAuth },
      });
    const former = (await key('GET')).json().certificate;
    const fresh = (await key('POST')).json().certificate;
    expect(fresh).not.toBe(former);
    const { address } = await begin('?provider=port');
    expect([isSigned(address, former), isSigned(address, fresh)]).toEqual([false, true]);
  });
});

/** Verifies a signature like a provider: over the raw parameters of the URL. */
function isSigned(address: string, certificate: string): boolean {
  const [signed = '', signature = ''] = (address.split('?')[1] ?? '').split('&Signature=');
  return verify(
    'sha256',
    Buffer.from(signed),
    new X509Certificate(certificate).publicKey,
    Buffer.from(decodeURIComponent(signature), 'base64'),
  );
}

describe('the SAML settings', () => {
  it('are tested, and rejected with the name of the invalid field', async () => {
    const test = (
      await admin('POST', '/test', settings({ certificates: ['none'], loginUrl: 'http://127.0.0.1:1/' }))
    ).json<ProviderTest>();
    expect(test.ok).toBe(false);
    expect(test.steps.map(({ message }) => message)).toEqual([
      expect.stringContaining('Invalid certificate'),
      expect.stringMatching(/^127.0.0.1 is an address of this machine.* Check that browsers can open/),
      expect.any(String),
    ]);
    expect(test.steps.map(({ skipped = false }) => skipped)).toEqual([false, true, false]);
    const none = settings({ loginUrl: 'nowhere', logoutUrl: '' });
    expect((await admin('POST', '/test', none)).json().steps[1]).toEqual({
      ...{ name: 'Check the sign-in URL', ok: false },
      message: 'Invalid URL nowhere. Expected an HTTP or HTTPS URL.',
    });
    const wrong = async (more: Partial<SamlSettings>) =>
      (await admin('PUT', '/house', settings(more))).json().errors[0].code;
    expect((await admin('POST', '', settings())).statusCode).toBe(409);
    expect((await admin('POST', '', settings({ name: 'twice' }))).json().errors[0].message).toMatch(
      /^Invalid idpEntityId. Provider house already uses/,
    );
    expect((await admin('PUT', '/none', settings({ idpEntityId: 'n' }))).statusCode).toBe(404);
    expect((await admin('DELETE', '/none')).statusCode).toBe(404);
    expect(await wrong({ certificates: ['none'] })).toBe('BAD_CERTIFICATE');
    expect(await wrong({ loginUrl: 'javascript:alert(1)' })).toBe('BAD_ADDRESS');
  });
});

/** Puts the assertion of an attacker before the signed one. */
function wrapped(xml: string): string {
  const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml) ?? [];
  const forged = assertion
    .replace(/<Signature.*<\/Signature>/s, '')
    .replace(/ID="[^"]*"/, 'ID="_forged"')
    .replaceAll('Rosa', 'admin');
  return xml.replace(assertion, forged + assertion);
}

function hidden(xml: string): string {
  const [assertion = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml) ?? [];
  const forged = assertion
    .replace(/<Signature.*<\/Signature>/s, '')
    .replace(/ID="[^"]*"/, 'ID="_forged"')
    .replaceAll('Rosa', 'admin')
    .replace('</saml:Assertion>', `<saml:Advice>${assertion}</saml:Advice></saml:Assertion>`);
  return xml.replace(assertion, forged);
}
