import { createHash } from 'node:crypto';
import type { MailSettings, OAuthProviderSettings, SamlSettings, SetMeUp } from '@lading/contract/rest';
import {
  authAdminHandlers,
  authAdminState,
  authHandlers,
  authState,
  buildHandlers,
  buildRun,
  buildState,
  foundArtifact,
  imageHandlers,
  imageLayers,
  imageState,
  mfaHandlers,
  mfaState,
  platformHandlers,
  platformState,
  profileHandlers,
  profileState,
  type RemovalState,
  removalHandlers,
  removalLine,
  removalState,
  type SearchState,
  searchHandlers,
  searchState,
  startupHandlers,
  startupState,
  testUser,
  treeHandlers,
  treeState,
} from '@lading/contract/testing/handlers';
import { setupServer } from 'msw/node';
import { fetch as undisturbed } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMailedKey } from '../access/mail/mailedKeys.ts';
import { TestMailServer } from '../access/mail/testing/TestMailServer.ts';
import { deviceCode } from '../access/mfa/testing/deviceCode.ts';
import { createUser } from '../access/users.ts';
import { withStorage } from '../database/db.ts';
import { publishBody, sampleTarball } from '../formats/npm/testing/samples.ts';
import { pushImage, RegistryClient } from '../formats/oci/testing/RegistryClient.ts';
import { selfSigned } from '../secrets/selfSigned.ts';
import { type TestPlatform, testPlatform } from './testPlatform.ts';

const password = 'an old tune of the sea';
const session = '6f6c8f8e-3c1b-4e55-9d6e-2a1f0c0dbeef';
const [ui, v1] = ['/ui/api/v1', '/access/api/v1'];
/** Files of the generic repository. */
const files = ['a/b/c.txt', 'a/d.txt', 'e.txt'];
const cli = '/access/api/v2/authentication/jfrog_client_login';

interface Step {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
  /** Sent like a link on another page, without the header of the console's own calls. */
  led?: boolean;
}

/** Differences between the two servers: content of emails, and codes of a device. */
interface Side {
  ask(step: Step): Promise<{ status: number; json: unknown }>;
  resetKey: string;
  invitation: string;
  otp(secret: string): string;
}

let platform: TestPlatform;
let mailServer: TestMailServer;
let real: Side;
let mock: Side;
const server = setupServer();

beforeAll(async () => {
  mailServer = await TestMailServer.start();
  platform = await testPlatform({ listen: true });
  const [resetKey, invitation] = await withStorage(platform.storage, async () => {
    await createUser('ada', { password, email: 'ada@example.org', admin: true });
    const who = { userName: 'ada', email: 'ada@example.org' };
    const bea = { userName: 'bea@example.org', email: 'bea@example.org' };
    return [await newMailedKey('reset', who, 600), await newMailedKey('invitation', bea, 600)];
  });
  real = {
    ask: browser(platform.baseUrl, undisturbed as unknown as typeof fetch),
    resetKey,
    invitation,
    otp: (secret) => deviceCode(secret),
  };
  await publishPackages();
  await publishBuilds();
  const headers = { authorization: platform.adminAuth };
  await platform.app.inject({ method: 'PUT', url: `${v1}/mail`, payload: mail(), headers });
  await platform.app.inject({ method: 'POST', url: `${cli}/request`, payload: { session } });
  for (const path of files) {
    const url = `/artifactory/generic-local/${path};qa.status=passed`;
    await platform.app.inject({ method: 'PUT', url, payload: path, headers });
  }

  const user = testUser({ admin: true, canDeploy: true, canManage: true, projectAdmin: true });
  const startup = startupState({ accounts: { ada: { password, user } } });
  const login = { client: 'jf', address: '127.0.0.1', created: '', expires: '', attemptsLeft: 5 };
  const state = authState({ clientLogins: { [session]: login } });
  const { password: _kept, ...kept } = mail();
  const admin = authAdminState({ mail: { ...kept, hasPassword: false, linkBase: 'http://mock.example' } });
  server.use(
    ...startupHandlers(startup),
    ...authHandlers(startup, state),
    ...mfaHandlers(startup, mfaState()),
    ...profileHandlers(profileState({ password })),
    ...platformHandlers(platformState({ setMeUp: setMeUp() })),
    ...authAdminHandlers(admin),
    ...treeHandlers(treeState(files.map((path) => `generic-local/${path}`))),
    ...searchHandlers(found()),
    ...removalHandlers(used()),
    ...buildHandlers(buildState({ runs: [buildRun('app', '2'), buildRun('app', '1')] })),
    ...imageHandlers(imageState({ 'docker-local/app/1.0/manifest.json': imageLayers('app:1.0') })),
  );
  server.listen({ onUnhandledRequest: 'bypass' });
  mock = {
    ask: browser('http://mock.example', fetch),
    resetKey: 'a-key',
    invitation: 'an-invitation',
    otp: () => '123456',
  };
});
afterAll(async () => {
  server.close();
  await platform.close();
  await mailServer.close();
});

/** Publishes packages that the platform also contains. */
async function publishPackages(): Promise<void> {
  const lamp = { dependencies: { lamp: '^1.0.0' } };
  for (const sample of [
    { name: 'lamp', version: '1.0.0' },
    { name: 'lamp', version: '2.0.0' },
    { name: 'mast', version: '1.0.0', manifest: lamp },
    { name: 'oar', version: '1.0.0', manifest: lamp },
  ])
    await platform.app.inject({
      method: 'PUT',
      url: `/artifactory/api/npm/npm-local/${sample.name}`,
      payload: publishBody(sample, await sampleTarball(sample)),
      headers: { authorization: platform.adminAuth },
    });
}

/** Uploads two build runs with one file, and an image. */
async function publishBuilds(): Promise<void> {
  const ask = (method: 'PUT' | 'POST', url: string, payload: object | string) =>
    platform.app.inject({ method, url, payload, headers: { authorization: platform.adminAuth } });
  await ask('PUT', '/artifactory/api/repositories/kept-local', { rclass: 'local', packageType: 'generic' });
  const sha256 = createHash('sha256').update('built').digest('hex');
  await ask('PUT', '/artifactory/generic-local/app.bin', 'built');
  for (const number of ['1', '2'])
    await ask('PUT', '/artifactory/api/build', {
      ...{ name: 'app', number, started: `2026-04-0${number}T00:00:00.000Z` },
      ...{ agent: { name: 'ci', version: '1' } },
      modules: [{ id: 'app', type: 'generic', artifacts: [{ name: 'app.bin', type: 'bin', sha256 }] }],
    });
  const client = new RegistryClient(platform.baseUrl, { user: 'admin', password: platform.adminPassword });
  const created = '2026-01-01T10:00:00.000Z';
  await pushImage(client, 'docker-local/app', '1.0', {
    config: {
      created,
      config: { ExposedPorts: { '8080/tcp': {} }, Volumes: { '/data': {} }, Labels: { made: 'here' } },
      history: [
        { created, created_by: '/bin/sh -c #(nop) ADD file:abc in / ' },
        { created, created_by: 'CMD ["sh"]', empty_layer: true },
      ],
    },
  });
}

function found(): SearchState {
  const packages = [{ id: 'npm://lamp', name: 'lamp', packageType: 'npm', latestVersion: '2.0.0' }];
  const lamp = { packageType: 'npm', package: { id: 'npm://lamp', name: 'lamp', version: '1.0.0' } };
  return searchState({
    artifacts: [
      ...files.map((path) =>
        foundArtifact('generic-local', path, { package: { id: 'generic://a', name: 'a', version: '1' } }),
      ),
      foundArtifact('npm-local', 'lamp/-/lamp-1.0.0.tgz', lamp),
      foundArtifact('npm-local', 'lamp/-/lamp-2.0.0.tgz', lamp),
    ],
    paths: [{ type: 'file', repoKey: 'generic-local', path: 'e.txt' }],
    suggestions: {
      packages,
      repositories: [],
      artifacts: [{ repo: 'npm-local', path: 'lamp/-/lamp-1.0.0.tgz', name: 'lamp-1.0.0.tgz' }],
    },
  });
}

function used(): RemovalState {
  const user = { version: '1.0.0', range: '^1.0.0', development: false, repo: 'npm-local' };
  return removalState({
    versions: [removalLine('lamp', '1.0.0'), removalLine('lamp', '2.0.0')],
    dependents: {
      'npm://lamp': [
        { id: 'npm://mast', name: 'mast', ...user },
        { id: 'npm://oar', name: 'oar', ...user },
      ],
    },
  });
}

function setMeUp(): SetMeUp {
  const rights = { isLocal: true, isRemote: false, isVirtual: false, canRead: true, canDeploy: true };
  const repoKeyTypes = [{ repoKey: 'npm-local', repoType: 'npm', ...rights }];
  return {
    repoKeyTypes,
    baseUrl: 'http://mock.example/artifactory',
    serverId: 'x',
    hostname: 'mock.example',
  };
}

function mail(): MailSettings {
  return {
    ...{ enabled: true, host: '127.0.0.1', port: mailServer.port, security: 'none' as const },
    ...{ username: '', password: '', from: 'lading@example.org', subjectPrefix: '' },
  };
}

/** Creates a browser. The mock handlers receive requests through Node's own `fetch`. */
function browser(base: string, send: typeof fetch): Side['ask'] {
  const jar = new Map<string, string>();
  const reauthentication = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;
  return async ({ method, path, body, led = false }) => {
    const answer = await send(base + path, {
      method,
      headers: {
        ...(led ? {} : { 'x-requested-with': 'XMLHttpRequest' }),
        'sec-fetch-site': 'same-origin',
        'x-jfrog-reauthentication': reauthentication,
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      jar.set(name, value);
    }
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? undefined : JSON.parse(text) };
  };
}

/** Returns the names and types of all fields in a response. For an error, includes its code. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shape(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  // Screens read the ID from the header, not from this field.
  const read = Object.entries(value).filter(([name]) => name !== 'request_id');
  const entries = read.map(([name, inner]) => [name, name === 'code' ? inner : shape(inner)]);
  return Object.fromEntries(entries.sort(([a], [b]) => String(a).localeCompare(String(b))));
}

async function same(step: (side: Side) => Step): Promise<{ real: unknown; mock: unknown }> {
  const [one, other] = [await real.ask(step(real)), await mock.ask(step(mock))];
  const { method, path } = step(real);
  expect([method, path, other.status, shape(other.json)]).toEqual([
    method,
    path,
    one.status,
    shape(one.json),
  ]);
  return { real: one.json, mock: other.json };
}
const get = (path: string) => same(() => ({ method: 'GET', path }));
const send = (method: Step['method'], path: string, body?: object) =>
  same(() => ({ method, path, ...(body ? { body } : {}) }));

describe('the mocked responses for screens match those of the platform', () => {
  it('before sign-in', async () => {
    await get(`${ui}/ui/auth/current`);
    await send('POST', `${ui}/ui/auth/loginRelatedData`, { dummy: '' });
    await get(`${ui}/access/auth/loginRelatedData`);
    await get(`${ui}/ui/auth/loginDialogSettings`);
    await get(`${ui}/access/auth/loginPageVisibility`);
    await get(`${ui}/ui/auth/userPlugins`);
    await get(`${ui}/ui/auth/autoRedirect`);
    await get(`${ui}/ui/oauth/providers`);
    for (const kind of ['http', 'crowd']) {
      await get(`${ui}/ui/auth/sso/${kind}`);
      await get(`${ui}/access/auth/sso/${kind}`);
      await same(() => ({ method: 'GET', path: `${ui}/ui/auth/sso/${kind}`, led: true }));
    }
    await send('POST', `${ui}/ui/auth/login`, { user: 'ada', password: 'wrong', type: 'login' });
    await send('POST', `${ui}/access/auth/login`, { username: 'ada', password: 'wrong' });
    await send('POST', `${cli}/describe`, { session });
  });

  it('for a forgotten password', async () => {
    await send('POST', `${ui}/ui/auth/forgotpassword`, { user: 'nobody' });
    await send('POST', `${ui}/ui/auth/validatetoken?key=wrong`);
    await same(({ resetKey }) => ({ method: 'POST', path: `${ui}/ui/auth/validatetoken?key=${resetKey}` }));
    const reset = (secret: string) =>
      same(({ resetKey }) => ({
        method: 'POST',
        path: `${ui}/ui/auth/resetpassword?key=${resetKey}`,
        body: { user: 'ada', password: secret },
      }));
    await reset('short');
    await reset(password);
    await reset(password);
  });

  it('for an invitation and self-registration', async () => {
    const ask = (path: string, body: object = {}) =>
      same(({ invitation }) => ({
        method: 'POST',
        path: `${ui}/access/auth/${path}`,
        body: { token: invitation, ...body },
      }));
    await ask('verifyToken', { token: 'wrong' });
    await ask('verifyToken');
    await ask('setPassword', { password: 'short' });
    await ask('setPassword', { password });
    await ask('setPassword', { password });
    await get(`${ui}/access/auth/register`);
    await send('POST', `${ui}/access/auth/register`, { email: 'cay@example.org' });
  });

  it('for a sign-in, and for an allowed CLI client', async () => {
    await send('POST', `${ui}/ui/auth/login`, { user: 'ada', password, type: 'login' });
    await get(`${ui}/ui/auth/current`);
    await send('POST', `${cli}/describe`, { session: session.replace('beef', '0000') });
    await send('POST', `${cli}/describe`, { session });
    await send('POST', `${cli}/response`, { session, code: 'xxxx' });
    await send('POST', `${cli}/response`, { session, code: 'beef' });
    await send('POST', `${cli}/response`, { session, code: 'beef' });
  });

  it('for the profile', async () => {
    const [profile, key, sessions] = ['/ui/userProfile', '/ui/userApiKey', '/access/sessions'].map(
      (p) => ui + p,
    );
    await get(`${profile}`);
    await send('POST', `${profile}`, { password: 'wrong' });
    await send('POST', `${profile}`, { password });
    await send('PUT', `${profile}`, { email: 'ada@harbour.example' });
    await send('PUT', `${profile}`, { newPassword: password });
    await send('PUT', `${key}`);
    await get(`${key}`);
    await send('POST', `${key}`);
    await send('POST', `${key}`);
    await send('PUT', `${key}`);
    await send('DELETE', `${key}`);
    await send('DELETE', `${key}`);
    await get(`${sessions}`);
    await send('DELETE', `${sessions}`);
    await send('DELETE', `${sessions}/${session}`);
  });

  it('for access tokens', async () => {
    await get(`${v1}/tokens?username=ada`);
    const made = await send('POST', `${v1}/tokens`, { description: 'x', expires_in: 3600 });
    await get(`${v1}/tokens?username=ada`);
    await send('DELETE', `${v1}/tokens/${session}`);
    const idOf = (answer: unknown) => (answer as { token_id: string }).token_id;
    await same((side) => ({
      method: 'DELETE',
      path: `${v1}/tokens/${idOf(side === real ? made.real : made.mock)}`,
    }));
  });

  it('for the client setup', async () => {
    await get(`${ui}/ui/setMeUp`);
    const { real: said } = await get(`${ui}/ui/setMeUp/reverseProxyData`);
    expect(said).toMatchObject({ dockerReverseProxyMethod: 'REPOPATHPREFIX' });
  });

  it('for the tree of repositories', async () => {
    const browser = `${ui}/ui/v2/treebrowser`;
    const place = { repoKey: 'generic-local', path: 'a' };
    await send('POST', browser, { type: 'root' });
    await send('POST', browser, { type: 'junction', ...place, path: '' });
    await send('POST', browser, { type: 'junction', ...place, limit: 1 });
    await send('POST', browser, { type: 'junction', ...place, previousState: 'd.txt' });
    for (const path of ['', 'a', 'a/d.txt', 'none'])
      await get(`${browser}/node?repoKey=generic-local&path=${path}`);
    const folders = `${ui}/ui/v2/nativeBrowser/generic-local`;
    for (const query of ['', '/a', '/a?folders=true&limit=100&filter=d', '/a?sortBy=size&filter=d', '/none'])
      await get(folders + query);
    await send('POST', `${ui}/ui/artifactgeneral/artifactsCount`, place);
    const nodes = [place, { ...place, path: 'none' }];
    await send('POST', `${browser}/plan`, { what: 'remove', nodes });
    await send('POST', `${browser}/plan`, { what: 'download', nodes });
    await send('POST', `${browser}/plan`, { what: 'copy', nodes, target: { ...place, path: 'b' } });
    await send('POST', `${browser}/archive`, { nodes: [place] });
    await send('POST', `${browser}/archive`, { nodes });
    const transfer = { ...place, targetRepoKey: 'generic-local', targetPath: 'b' };
    await send('POST', `${browser}/copy`, { ...transfer, dry: true });
    await send('POST', `${browser}/copy`, transfer);
    await send('POST', `${browser}/move`, { ...transfer, path: 'b', targetPath: 'c' });
    await send('POST', `${browser}/move`, { ...transfer, path: 'b', targetPath: 'c' });
    await get(`${browser}/favorites`);
    await send('PUT', `${browser}/favorites`, place);
    await send('PUT', `${browser}/favorites`, { ...place, path: 'none' });
    await get(`${browser}/favorites`);
    await send('DELETE', `${browser}/favorites?repoKey=generic-local&path=a`);
    await send('POST', `${browser}/uploads`, { repoKey: 'generic-local', paths: ['e.txt', 'new.txt'] });
    await send('POST', `${browser}/remove`, { ...place, dry: true });
    await send('POST', `${browser}/remove`, place);
    await send('POST', `${browser}/remove`, place);
  });

  it('for builds', async () => {
    const [builds, run] = [`${ui}/ui/builds`, `${ui}/ui/builds/app/2`];
    for (const path of ['', '?search=none', '/app', '/none', '/app/2', '/app/9', '/app/2/diff?to=1'])
      await get(builds + path);
    const asked = { status: 'staged', targetRepo: 'kept-local', copy: true };
    await send('POST', `${run}/promotion/plan`, {});
    const plan = await send('POST', `${run}/promotion/plan`, asked);
    await send('POST', `${run}/promotion`, { ...asked, digest: 'another' });
    await same((side) => {
      const { digest } = (side === real ? plan.real : plan.mock) as { digest: string };
      return { method: 'POST', path: `${run}/promotion`, body: { ...asked, digest } };
    });
    await send('POST', `${run}/promotion/plan`, asked);
    await get(run);
    await get(`${builds}/app`);
  });

  it('for the layers of an image', async () => {
    const [call, view] = [`${ui}/ui/views/dockerv2`, 'dockerv2'];
    await send('POST', call, { view, repoKey: 'docker-local', path: 'app/1.0/manifest.json' });
    await send('POST', call, { view, repoKey: 'docker-local', path: 'app/2.0/manifest.json' });
    await send('POST', call, { view });
  });

  it('for the search', async () => {
    const [artifacts, suggestions] = [`${ui}/search/artifacts`, `${ui}/search/suggestions`];
    await get(`${ui}/search/abilities`);
    await get(`${suggestions}?query=lamp`);
    await get(`${suggestions}?query=no-such-thing`);
    await get(`${suggestions}?query=lamp&kind=artifacts`);
    for (const typed of ['e.tx', 'no-such-path', 'x']) await get(`${ui}/search/tree?query=${typed}`);
    await get(`${ui}/search/users?query=no-such-user`);
    await get(`${artifacts}?name=e.txt`);
    await get(`${artifacts}?name=lamp&sort_by=size&repo=npm-local`);
    await get(`${artifacts}?name=lamp&limit=1`);
    await get(`${artifacts}?name=no-such-thing`);
    await get(`${artifacts}?searchType=archive&name=no-such-thing`);
    await get(`${artifacts}?searchType=archive`);
    await get(`${artifacts}?limit=0`);
  });

  it('for the dependents of a package, and its deletion', async () => {
    const [dependents, removal] = ['dependents', 'removal'].map((call) => `${ui}/ui/v1/native/${call}`);
    await get(`${dependents}?packageId=npm://lamp`);
    await get(`${dependents}?packageId=npm://lamp&first=1`);
    await get(`${dependents}?packageId=npm://nothing`);
    await get(`${dependents}?packageId=lamp`);
    await get(`${dependents}`);
    const selection = { packages: [{ id: 'npm://lamp', versions: ['1.0.0'] }] };
    const plan = await send('POST', `${removal}/plan`, selection);
    await send('POST', `${removal}/plan`, { packages: [{ id: 'npm://nothing' }] });
    await send('POST', `${removal}`, { ...selection, digest: 'another' });
    const digestOf = (answer: unknown) => (answer as { digest: string }).digest;
    await same((side) => ({
      method: 'POST',
      path: `${removal}`,
      body: { ...selection, digest: digestOf(side === real ? plan.real : plan.mock) },
    }));
    await send('POST', `${removal}/plan`, selection);
  });

  it('for the settings', async () => {
    await get(`${v1}/auth/settings`);
    await send('PATCH', `${v1}/auth/settings`, { passwords: { minLength: 14 } });
    await get(`${v1}/mail`);
    await send('PUT', `${v1}/mail`, mail());
    await send('POST', `${v1}/mail/test`, { to: 'ops@example.org' });
    await send('POST', `${v1}/users/invite`, { invited_email: 'dan@example.org' });
    for (const path of ['/ldap', '/sso/http', '/sso/crowd']) await get(v1 + path);
    const provider: OAuthProviderSettings = {
      ...{ name: 'one', displayName: '', enabled: true, type: 'openid', issuer: 'https://one.example' },
      ...{ clientId: 'x', clientSecret: 'y', scope: 'openid', userNameClaim: 'sub', groupsClaim: '' },
      ...{ createUsers: false, linkExisting: false, allowPrivate: false },
    };
    await get(`${v1}/oauth/providers`);
    await send('POST', `${v1}/oauth/providers`, provider);
    await send('POST', `${v1}/oauth/providers`, provider);
    await send('PUT', `${v1}/oauth/providers/one`, provider);
    await get(`${v1}/oauth/providers`);
    await get(`${v1}/oauth/providers/one`);
    await get(`${v1}/oauth/providers/none`);
    await send('DELETE', `${v1}/oauth/providers/one`);
    await send('DELETE', `${v1}/oauth/providers/one`);
    const { cert } = selfSigned('rsa');
    const saml: SamlSettings = {
      ...{ name: 'two', enabled: true, displayName: '', idpEntityId: 'x', loginUrl: 'https://two.example' },
      ...{ logoutUrl: '', certificates: [cert], entityId: 'lading', userNameAttribute: '' },
      ...{ emailAttribute: '', groupsAttribute: '', createUsers: false, linkExisting: false },
      signRequests: true,
    };
    await get(`${v1}/saml/providers`);
    await get(`${v1}/saml/key`);
    await send('POST', `${v1}/saml/providers`, saml);
    await send('POST', `${v1}/saml/providers`, saml);
    await send('PUT', `${v1}/saml/providers/two`, { ...saml, signRequests: false });
    await get(`${v1}/saml/providers/two`);
    await get(`${v1}/saml/providers/none`);
    await send('DELETE', `${v1}/saml/providers/two`);
    await send('POST', `${v1}/saml/key`);
    const proxy = { enabled: true, header: 'X-User', proxies: ['10.0.0.1'], createUsers: false };
    await send('PUT', `${v1}/sso/http`, proxy);
    await get(`${v1}/sso/http`);
    await send('DELETE', `${v1}/sso/http`);
    const crowd = {
      enabled: false,
      url: 'https://crowd.example',
      application: 'x',
      createUsers: false,
      allowPrivate: false,
    };
    await send('PUT', `${v1}/sso/crowd`, { ...crowd, password: 'y' });
    await get(`${v1}/sso/crowd`);
  });

  it('for multi-factor authentication', async () => {
    await get(`${ui}/access/mfa`);
    const shown = await send('POST', `${ui}/access/mfa/enroll`);
    const secret = (shown.real as { secret: string }).secret;
    await send('POST', `${ui}/access/mfa/confirm`, { otp: '000000' });
    await same(({ otp }) => ({
      method: 'POST',
      path: `${ui}/access/mfa/confirm`,
      body: { otp: otp(secret) },
    }));
    await get(`${ui}/access/mfa`);
    await send('POST', `${ui}/access/mfa/recoveryCodes`);
    await send('DELETE', `${ui}/access/mfa`);
    await send('POST', `${ui}/ui/auth/mfa/verify/ada`, { otp: '123456' });
    await get(`${ui}/access/auth/mfa/enroll/ada`);
    await send('POST', `${ui}/ui/auth/logout`);
    await get(`${ui}/ui/auth/current`);
  });
});
