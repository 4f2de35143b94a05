import type { GitRepositories, IntegrationForm } from '@lading/contract/rest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestPlatform } from '../../testing/testPlatform.ts';
import { GitServer } from '../testing/GitServer.ts';
import { callerOf, form, gitPlatform, secret } from '../testing/sample.ts';

const ui = '/ui/api/v1/integration';

let platform: TestPlatform;
let git: GitServer;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  platform = await gitPlatform();
  call = callerOf(platform);
  git = await GitServer.start();
});
afterAll(async () => {
  await git.stop();
  await platform.close();
});
afterEach(() => git.reset());

const at = (vendorName: IntegrationForm['vendorName'], more: Partial<IntegrationForm> = {}) => ({
  ...{ ...form, url: git.url, allowPrivate: true, vendorName },
  ...more,
});
const test = (vendorName: IntegrationForm['vendorName'], more?: Partial<IntegrationForm>) =>
  call('POST', `${ui}/test`, at(vendorName, more));
const sentTo = (path: string) => git.requests.find((request) => request.path.startsWith(path))?.headers;

const githubRepository = (name: string) => ({
  ...{ id: 1296269, name: 'x', full_name: name, private: false, html_url: `https://github.com/${name}` },
  ...{ default_branch: 'main', pushed_at: '2026-01-26T19:06:43Z', owner: { login: 'octocat', id: 1 } },
});

describe('a test of the connection', () => {
  it('sends the token to GitHub, and reports its account, scopes, and expiry [intg-06]', async () => {
    git.on(
      '/api/v3/user',
      { login: 'octocat', id: 1 },
      {
        ...{ 'x-oauth-scopes': 'repo, read:org', 'x-ratelimit-remaining': '4999' },
        'github-authentication-token-expiration': '2026-12-31 10:00:00 UTC',
      },
    );
    git.on('/api/v3/user/repos', [githubRepository('octocat/tea')]);
    const answer = await test(1);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        ...{ user: 'octocat', scopes: ['repo', 'read:org'], sample: ['octocat/tea'] },
        expires: '2026-12-31 10:00:00 UTC',
      },
    ]);
    expect(sentTo('/api/v3/user')?.authorization).toBe(`Bearer ${secret}`);
  });

  it('sends the token to GitLab, even if the server does not describe tokens [intg-06]', async () => {
    git.on('/api/v4/user', { id: 1, username: 'Octocat', state: 'active' });
    git.on('/api/v4/projects', [{ id: 4, path_with_namespace: 'harbour/tea', visibility: 'private' }]);
    expect((await test(2)).json()).toEqual({ user: 'Octocat', scopes: [], sample: ['harbour/tea'] });
    expect(sentTo('/api/v4/user')?.['private-token']).toBe(secret);
    git.on('/api/v4/personal_access_tokens/self', { scopes: ['read_api'], expires_at: '2026-12-31' });
    expect((await test(2)).json()).toMatchObject({ scopes: ['read_api'], expires: '2026-12-31' });
  });

  it('sends the user name and token to Bitbucket Cloud [intg-06]', async () => {
    git.on(
      '/2.0/user',
      { username: 'octocat', account_id: '5b' },
      { 'x-oauth-scopes': 'account, repository' },
    );
    git.on('/2.0/repositories', { values: [{ uuid: '{1}', full_name: 'harbour/tea' }], pagelen: 50 });
    expect((await test(3)).json()).toMatchObject({ user: 'octocat', sample: ['harbour/tea'] });
    const basic = Buffer.from(`octocat:${secret}`).toString('base64');
    expect(sentTo('/2.0/user')?.authorization).toBe(`Basic ${basic}`);
    expect((await test(3, { userName: 'octo@example.org' })).statusCode).toBe(200);
  });

  it('succeeds on Bitbucket Server only for the account of the token [intg-06]', async () => {
    const body = { values: [{ id: 1, slug: 'tea', project: { key: 'HAR' } }], isLastPage: true };
    git.on('/rest/api/1.0/repos', body, { 'x-ausername': 'octocat' });
    expect((await test(4)).json()).toMatchObject({ user: 'octocat', sample: ['HAR/tea'] });
    git.on('/rest/api/1.0/repos', body);
    expect((await test(4)).json().errors[0].detail).toContain('did not report the account of the token');
  });

  it.each([
    ['401', 401, {}, 'rejected the credentials (401)'],
    ['a rate limit', 403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1893456000' }, '2030-01-01'],
    ['a second rate limit', 429, { 'retry-after': '60' }, 'Try again in 60 seconds'],
    ['a missing scope', 403, { 'x-ratelimit-remaining': '10' }, 'lacks a scope'],
    ['no API', 404, {}, 'Check the URL'],
    ['a failing server', 503, {}, 'status 503'],
    ['a redirect', 302, { location: 'http://127.0.0.1:1/elsewhere' }, 'Enter the URL that it redirects to'],
  ])('fails on %s with the reason [intg-06]', async (_what, status, headers, reason) => {
    git.on('/api/v3/user', { message: 'no' }, headers as Record<string, string>, status);
    const answer = await test(1);
    expect(answer.statusCode).toBe(400);
    const [error] = answer.json().errors;
    expect(error.message).toBe('Connection test failed, please check your credentials');
    expect(error.detail).toContain(reason);
    expect(answer.body).not.toContain(secret);
    expect(git.requests).toHaveLength(1);
  });

  it.each([
    ['<html>Welcome</html>', 'did not answer with JSON'],
    ['[]', 'did not report the account'],
    ['null', 'did not report the account'],
    [{ login: 'somebody-else' }, 'belongs to user somebody-else'],
    [{ login: { toString: 'x' } }, 'did not report the account'],
  ])('fails on the response %j [intg-06]', async (body, reason) => {
    git.on('/api/v3/user', body);
    expect((await test(1)).json().errors[0].detail).toContain(reason);
  });

  it('stops reading an endless response [intg-06]', async () => {
    git.answer('/api/v3/user', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = setInterval(() => response.write(' '.repeat(1024 * 1024)), 1);
      response.on('close', () => clearInterval(more));
    });
    expect((await test(1)).json().errors[0].detail).toContain('The response exceeds');
  });

  it.each([
    'http://127.0.0.1:PORT',
    'http://localhost:PORT',
    'http://[::1]:PORT',
    'http://169.254.169.254',
    'http://2130706433:PORT',
    'http://0x7f.1:PORT',
    'http://[::ffff:127.0.0.1]:PORT',
  ])('opens no connection to %s unless allowed', async (address) => {
    const strict = await strictPlatform();
    const url = address.replace('PORT', new URL(git.url).port);
    const answer = await callerOf(strict)('POST', `${ui}/test`, at(1, { url }));
    expect(answer.statusCode).toBe(400);
    expect(git.requests).toEqual([]);
  });
});

let strict: Promise<TestPlatform> | undefined;
afterAll(async () => (await strict)?.close());
function strictPlatform(): Promise<TestPlatform> {
  strict ??= import('../../testing/testPlatform.ts').then(({ testPlatform }) =>
    testPlatform({ env: { LADING_FEATURES: 'COMMON.XRAY_GIT_REPO_SCANNING' } }),
  );
  return strict;
}

describe('the repositories of a connection', () => {
  const connect = async (vendorName: IntegrationForm['vendorName']) =>
    (await call('POST', ui, at(vendorName))).json<string>();
  const list = async (key: string, query = '') =>
    (await call('GET', `${ui}/${key}/repositories?${query}`)).json<GitRepositories>();

  it('are paged, and searched on GitHub page by page [intg-01]', async () => {
    const key = await connect(1);
    git.on('/api/v3/user/repos?sort=full_name&per_page=50&page=1', [githubRepository('octocat/coffee')], {
      link: '<https://evil.example.org/steal>; rel="next"',
    });
    git.on('/api/v3/user/repos?sort=full_name&per_page=50&page=2', [githubRepository('octocat/tea')]);
    const first = await list(key);
    expect(first).toEqual({
      repositories: [
        {
          ...{ id: '1296269', name: 'octocat/coffee', url: 'https://github.com/octocat/coffee' },
          ...{ defaultBranch: 'main', private: false, updatedOn: '2026-01-26T19:06:43Z' },
        },
      ],
      cursor: '2',
    });
    expect((await list(key, 'cursor=2')).repositories.map(({ name }) => name)).toEqual(['octocat/tea']);
    expect((await list(key, 'search=TEA')).repositories.map(({ name }) => name)).toEqual(['octocat/tea']);
  });

  it.each([
    [
      2,
      '/api/v4/projects',
      [{ id: 4, path_with_namespace: 'harbour/tea' }],
      { 'x-next-page': '2' },
      'search=tea',
      '2',
    ],
    [
      ...([
        3,
        '/2.0/repositories',
        { values: [{ full_name: 'harbour/tea' }], next: 'http://x/?page=9' },
      ] as const),
      ...([{}, 'q=name+%7E+%22tea%22', '2'] as const),
    ],
    [
      ...([4, '/rest/api/1.0/repos'] as const),
      { values: [{ slug: 'tea', project: { key: 'harbour' } }], isLastPage: false, nextPageStart: 50 },
      ...([{}, 'name=tea', '50'] as const),
    ],
  ] as const)(
    'are searched by the server of vendor %i [intg-01]',
    async (vendor, path, body, headers, query, cursor) => {
      git.on(path, body, headers as Record<string, string>);
      const found = await list(await connect(vendor), 'search=tea');
      expect(found).toMatchObject({ repositories: [{ name: 'harbour/tea' }], cursor });
      expect(git.requests[0]?.path).toContain(query);
    },
  );

  it('are not listed when the server fails, and the error has the reason', async () => {
    const key = await connect(2);
    git.on('/api/v4/projects', {}, {}, 401);
    const answer = await call('GET', `${ui}/${key}/repositories`);
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([502, 'GIT_SERVER_FAILED']);
    expect(answer.body).toContain('rejected the credentials (401)');
  });
});
