import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CreatedApplication, CreatedGitWatch } from '@lading/contract/rest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BundleClient } from '../operations/support/testing/BundleClient.ts';
import { type TestPlatform, testPlatform } from '../testing/testPlatform.ts';
import { GitServer } from './testing/GitServer.ts';
import { requestParameters } from './testing/OAuthWorld.ts';
import { callerOf, form } from './testing/sample.ts';
import { TestIssuer } from './testing/TestIssuer.ts';

const integrations = '/ui/api/v1/integration';
const applications = '/ui/api/v1/app_integration';
const oauth = '/access/api/v1/oauth2';
const oidc = '/access/api/v1/oidc';

let platform: TestPlatform;
let git: GitServer;
let issuer: TestIssuer;
let call: ReturnType<typeof callerOf>;
/** Secrets by name, so that a failure shows which one was found. */
const secrets = new Map<string, string>();
/** Responses of all calls that must not contain a secret, by call. */
const answers = new Map<string, string>();

beforeAll(async () => {
  platform = await testPlatform({
    logFiles: true,
    env: {
      LADING_FEATURES: 'COMMON.XRAY_GIT_REPO_SCANNING',
      LADING_ALLOWED_NETWORKS: '127.0.0.0/8',
      LADING_LOG_LEVEL: 'debug',
    },
  });
  call = callerOf(platform);
  [git, issuer] = [await GitServer.start(), await TestIssuer.start()];
});
afterAll(async () => {
  await git.stop();
  await issuer.stop();
  await platform.close();
});

/** Sends a call and stores its response. */
async function seen(...[method, url, payload]: Parameters<typeof call>) {
  const answer = await call(method, url, payload);
  answers.set(`${method} ${url} (${answers.size})`, answer.body + JSON.stringify(answer.headers));
  return answer;
}

/** A Git server that repeats the credentials in its answers, also in errors and headers. */
function echoing(status: number): void {
  for (const path of [
    ...['/api/v3/user', '/api/v3/user/repos', '/api/v4/user', '/api/v4/projects', '/2.0/user'],
    ...['/2.0/repositories', '/rest/api/1.0/repos', '/api/v3/repos/octocat/tea/branches/main'],
  ]) {
    git.answer(path, (request, response) => {
      const sent = String(request.headers.authorization ?? request.headers['private-token']);
      response.writeHead(status, {
        'content-type': 'application/json',
        'x-oauth-scopes': sent,
        location: sent,
      });
      response.end(JSON.stringify({ message: sent, login: sent, username: sent, error: { message: sent } }));
    });
  }
}

async function useGit(): Promise<void> {
  for (const vendorName of [1, 2, 3, 4] as const) {
    const token = `canary-of-git-${vendorName}-${'x'.repeat(12)}`;
    secrets.set(`token of vendor ${vendorName}`, token);
    secrets.set(
      `credentials of vendor ${vendorName}`,
      Buffer.from(`${form.userName}:${token}`).toString('base64'),
    );
    const wanted = { ...form, token, url: git.url, allowPrivate: true, vendorName, products: ['xray'] };
    const created = (await seen('POST', integrations, wanted)).json<string>();
    const path = `${integrations}/${created}`;
    for (const status of [200, 302, 401, 403, 500]) {
      echoing(status);
      await seen('POST', `${integrations}/test`, wanted);
      await seen('GET', `${path}/repositories`);
      await seen('POST', `${path}/watches`, {
        ...{ repository_id: 'x', repository: 'octocat/tea', branch: 'main' },
        ...{ webhook: true, commit_status: true },
      });
    }
    await seen('POST', integrations, { ...wanted, url: `https://user:${token}@git.example.org` });
    await seen('PUT', path, { ...wanted, integrationName: `Renamed ${vendorName}` });
  }
  git.reset();
  git.on('/api/v3/repos/octocat/tea/branches/main', { commit: { sha: 'a'.repeat(40) } });
  const keys = (await seen('GET', `${integrations}/getIntegrations`)).json<{ integrationKey: string }[]>();
  const [{ integrationKey = '' } = {}] = keys;
  const path = `${integrations}/${integrationKey}/watches`;
  const watch = await call('POST', path, {
    ...{ repository_id: '7', repository: 'octocat/tea', branch: 'main', webhook: true, commit_status: true },
  });
  const { id, hook } = watch.json<CreatedGitWatch>();
  secrets.set('webhook', hook?.secret ?? '');
  for (const url of [path, `${path}/${id}`, `${path}/${id}/sarif`]) await seen('GET', url);
}

/** Sends a form like an application, also with secrets where they do not belong. */
const post = (path: string, fields: Record<string, string>, { client_id, secret }: CreatedApplication) =>
  platform.app.inject({
    ...{ method: 'POST', url: `${oauth}/${path}`, payload: new URLSearchParams(fields).toString() },
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`,
    },
  });

async function useApplication(): Promise<void> {
  const callback_url = 'https://tea.example.org/callback';
  const wanted = { name: 'tea', type: 'web', description: '', callback_url };
  const made = (await call('POST', applications, wanted)).json<CreatedApplication>();
  secrets.set('application', made.secret);
  const { verifier, parameters } = await requestParameters(made, {
    scope: 'openid repository:npm-local:read',
  });
  const allowed = await call('POST', `${applications}/authorize/${made.client_id}/admin`, {
    url: `?${new URLSearchParams(parameters)}`,
  });
  const code = new URL(allowed.json<{ redirect_url: string }>().redirect_url).searchParams.get('code') ?? '';
  secrets.set('code', code);
  const fields = {
    ...{ grant_type: 'authorization_code', code, redirect_uri: callback_url, code_verifier: verifier },
  };
  const issued = (await post('token', fields, made)).json<Record<string, string>>();
  for (const name of ['access_token', 'refresh_token', 'id_token']) secrets.set(name, issued[name] ?? '');
  const { access_token = '', refresh_token = '', id_token = '' } = issued;
  const misplaced = new URLSearchParams({ code, client_secret: made.secret, access_token, refresh_token });
  for (const [path, wrong] of [
    [`token?${misplaced}`, { grant_type: made.secret, code: made.secret }],
    ['token', { ...fields, redirect_uri: made.secret, code_verifier: made.secret }],
    [`introspect?${misplaced}`, { token: access_token }],
    ['revoke', { token: id_token, token_type_hint: refresh_token }],
    ['token', { ...fields, client_id: made.secret }],
  ] as const) {
    answers.set(`POST ${path} (${answers.size})`, (await post(path, wrong, made)).body);
  }
  await seen(
    'GET',
    `${applications}/validate/${made.client_id}?auth_url=${encodeURIComponent(`?${misplaced}`)}`,
  );
  for (const url of [
    ...[applications, `${applications}/client/${made.client_id}`, `${applications}/user/admin`],
    ...['/.well-known/openid-configuration', `${oauth}/keys`, `${oauth}/userinfo`],
  ]) {
    await seen('GET', url);
  }
}

async function useFederation(): Promise<void> {
  await seen('POST', oidc, {
    ...{ name: 'ci', provider_type: 'Generic', issuer_url: issuer.url, audience: 'lading' },
    ...{ description: '', allow_private: true },
  });
  await seen('POST', `${oidc}/ci/identity_mappings`, {
    ...{ name: 'main', description: '', priority: 10, claims: { repository: 'acme/*' } },
    token_spec: { username: 'admin', scope: 'repository:npm-local:read', expires_in: 300 },
  });
  const exchange = async (subject_token: string) => {
    const grant_type = 'urn:ietf:params:oauth:grant-type:token-exchange';
    return call('POST', `${oidc}/token`, { grant_type, subject_token, provider_name: 'ci' });
  };
  const good = await issuer.token({ repository: 'acme/tea', aud: 'lading' });
  const wrong = await issuer.token({ repository: 'other/tea', aud: 'lading' });
  secrets.set('ID token of a job', good).set('ID token of another job', wrong);
  secrets.set('token of a job', (await exchange(good)).json<{ access_token: string }>().access_token);
  answers.set('exchange', (await exchange(wrong)).body + (await exchange(`${wrong}x`)).body);
  await seen('POST', `${oidc}/ci/test`, { input: wrong });
  for (const url of [oidc, `${oidc}/ci`, `${oidc}/ci/identity_mappings`]) await seen('GET', url);
}

it('reveals secrets of integrations in no call, log, error, or support bundle', async () => {
  await useGit();
  await useApplication();
  await useFederation();
  for (const url of [
    ...['git', 'ide', 'ci'].map((type) => `/ui/api/v1/integrations/${type}`),
    ...['/xray/ui/vcs_integrations', '/access/api/v1/audit', '/access/api/v1/tokens', '/openapi.json'],
  ]) {
    expect([url, (await seen('GET', url)).statusCode]).toEqual([url, 200]);
  }
  const client = new BundleClient(platform);
  const bundle = await client.generate({ name: 'Canaries', parameters: {} });
  for (const [path, content] of await client.download(bundle.id)) answers.set(`bundle: ${path}`, content);
  const logs = join(platform.settings.home, 'log');
  for (const file of await readdir(logs)) {
    answers.set(`log: ${file}`, await readFile(join(logs, file), 'utf8').catch(() => ''));
  }

  expect([...secrets].filter(([, secret]) => secret.length < 20)).toEqual([]);
  expect(secrets.size).toBe(17);
  expect([...answers.keys()].some((name) => name.startsWith('log: '))).toBe(true);
  const found = [...answers].flatMap(([where, text]) =>
    [...secrets]
      .filter(([, secret]) => [secret, encodeURIComponent(secret)].some((shown) => text.includes(shown)))
      .map(([name]) => `${name} in ${where}`),
  );
  expect(found).toEqual([]);
  // The calls reached the Git server with the tokens, and the logs contain the calls.
  expect(
    [...answers].some(([where, text]) => where.startsWith('log: ') && text.includes('oauth2/token')),
  ).toBe(true);
});
