import { createHmac } from 'node:crypto';
import type { CreatedGitWatch, GitWatch, GitWatchDetails } from '@lading/contract/rest';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { withStorage } from '../../database/db.ts';
import { publish } from '../../packages/testing/publish.ts';
import { osv } from '../../scanning/testing/osvSamples.ts';
import type { TestPlatform } from '../../testing/testPlatform.ts';
import { GitServer } from '../testing/GitServer.ts';
import { callerOf, form, gitPlatform, secret } from '../testing/sample.ts';
import { scanJob } from './scanJob.ts';
import { isCheckDue } from './watches.ts';

const ui = '/ui/api/v1/integration';
const commits = { one: '1'.repeat(40), two: '2'.repeat(40) };
const lock = (version: string) =>
  JSON.stringify({
    lockfileVersion: 3,
    packages: { '': {}, 'node_modules/leaky': { version }, 'node_modules/tight': { version: '3.0.0' } },
  });

let platform: TestPlatform;
let git: GitServer;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  platform = await gitPlatform({ LADING_PUBLIC_URL: 'https://lading.example.org' });
  git = await GitServer.start();
  call = callerOf(platform);
  await call('POST', '/artifactory/api/advisories', [
    osv({}),
    osv({ id: 'GHSA-zzzz-zzzz-zzzz', name: 'absent' }),
  ]);
  await withStorage(platform.storage, () =>
    publish({ type: 'npm', repo: 'npm-local', name: 'tight', version: '3.0.0', licenses: ['MIT'] }),
  );
});
afterAll(async () => {
  await git.stop();
  await platform.close();
});
beforeEach(() => git.reset());

/** Waits until the job has scanned all branches that are due. */
async function scan(): Promise<void> {
  await vi.waitFor(
    async () => {
      expect(await withStorage(platform.storage, isCheckDue)).toBe(false);
      const state = (await platform.app.jobs.states()).find(({ name }) => name === scanJob);
      expect([state?.state, state?.error ?? null]).toEqual(['idle', null]);
    },
    { timeout: 20_000, interval: 30 },
  );
}

/** Answers like GitHub, with these files. */
function github(commit: string, files: Readonly<Record<string, string>>): void {
  const api = '/api/v3/repos/octocat/tea';
  git.on(`${api}/branches/main`, { commit: { sha: commit } });
  const tree = Object.keys(files).map((path) => ({ path, type: 'blob' }));
  git.on(`${api}/git/trees/${commit}`, { tree: [...tree, { path: 'src', type: 'tree' }], truncated: false });
  for (const [path, text] of Object.entries(files)) git.on(`${api}/contents/${path}`, text);
  git.on(`${api}/statuses/${commit}`, { id: 1 }, {}, 201);
}

async function connect(vendorName: 1 | 2 | 3 | 4): Promise<string> {
  const wanted = { ...form, vendorName, url: git.url, allowPrivate: true, products: ['xray'] };
  return (await call('POST', ui, wanted)).json<string>();
}

async function watch(key: string, more: object = {}): Promise<CreatedGitWatch> {
  const answer = await call('POST', `${ui}/${key}/watches`, {
    ...{
      repository_id: '7',
      repository: 'octocat/tea',
      branch: 'main',
      webhook: false,
      commit_status: false,
    },
    ...more,
  });
  expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
  return answer.json<CreatedGitWatch>();
}

const details = async (key: string, id: string) =>
  (await call('GET', `${ui}/${key}/watches/${id}`)).json<GitWatchDetails>();

describe('a watched branch', () => {
  it('shows the vulnerabilities of its dependencies, and which are in our repositories', async () => {
    github(commits.one, {
      'app/package-lock.json': lock('1.1.0'),
      'poetry.lock': 'not = [toml',
      'README.md': '',
    });
    const key = await connect(1);
    const { id } = await watch(key, { commit_status: true });
    await scan();
    const found = await details(key, id);
    expect(found.watch).toMatchObject({
      ...{ repository: 'octocat/tea', branch: 'main', head: commits.one, dependencies: 2, unmatched: [] },
      findings: { critical: 0, high: 1, medium: 0, low: 0, info: 0, unknown: 0 },
      scanned: expect.stringMatching(/^\d{4}-/),
    });
    expect(found.findings).toEqual([
      {
        ...{ path: 'app/package-lock.json', ecosystem: 'npm', name: 'leaky', version: '1.1.0' },
        ...{ advisory: 'GHSA-aaaa-bbbb-cccc', severity: 'high', fixed: '1.2.0', repositories: [] },
        title: 'leaky lets everyone in',
        url: expect.stringContaining('https://'),
      },
    ]);
    expect(found.files).toEqual([
      { path: 'app/package-lock.json', kind: 'npm', dependencies: 2, inexact: 0 },
      {
        path: 'poetry.lock',
        kind: 'poetry',
        dependencies: 0,
        inexact: 0,
        error: expect.stringContaining('Failed to parse'),
      },
    ]);
    expect(found.held).toEqual([
      { ecosystem: 'npm', name: 'tight', version: '3.0.0', licenses: ['MIT'], repositories: ['npm-local'] },
    ]);
    // Only the files with dependencies are read.
    expect(git.requests.some(({ path }) => path.includes('README'))).toBe(false);
    const status = git.requests.find(({ path }) => path.endsWith(`/statuses/${commits.one}`));
    expect(JSON.parse(status?.body ?? '')).toMatchObject({
      ...{
        state: 'failure',
        context: 'lading',
        description: '1 findings: 0 critical, 1 high, 0 medium, 0 low',
      },
      target_url: `https://lading.example.org/ui/integrations/git-scanning?vcsType=github&integrationId=${key}&watch=${id}`,
    });
    const sarif = await call('GET', `${ui}/${key}/watches/${id}/sarif`);
    expect(sarif.headers['content-disposition']).toBe('attachment; filename="octocat-tea-main.sarif"');
    expect(sarif.json()).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [{ ruleId: 'GHSA-aaaa-bbbb-cccc', level: 'error' }] }],
    });
  });

  it('is scanned again when its commit has changed, and only then', async () => {
    github(commits.one, { 'package-lock.json': lock('1.1.0') });
    const key = await connect(1);
    const { id, hook } = await watch(key, { webhook: true });
    if (!hook) throw new Error('There is no webhook');
    await scan();
    git.requests.length = 0;
    const { pathname } = new URL(hook.url);
    const announce = (headers: Record<string, string>) =>
      platform.app.inject({
        method: 'POST',
        url: pathname,
        headers: { 'content-type': 'application/json', ...headers },
        payload: '{"a":1}',
      });
    const signature = `sha256=${createHmac('sha256', hook.secret).update('{"a":1}').digest('hex')}`;
    expect((await announce({ 'x-hub-signature-256': signature })).statusCode).toBe(204);
    await scan();
    expect(git.requests.map(({ path }) => path)).toEqual(['/api/v3/repos/octocat/tea/branches/main']);
    github(commits.two, { 'package-lock.json': lock('1.2.0') });
    expect((await announce({ 'x-gitlab-token': hook.secret })).statusCode).toBe(204);
    await scan();
    expect((await details(key, id)).watch).toMatchObject({ head: commits.two, findings: { high: 0 } });
    for (const headers of <Record<string, string>[]>[
      {},
      { 'x-hub-signature-256': 'sha256=00' },
      { 'x-gitlab-token': 'x' },
    ]) {
      expect((await announce(headers)).json().errors[0].code).toBe('BAD_HOOK_SIGNATURE');
    }
    const unknown = `${pathname.slice(0, -36)}00000000-0000-0000-0000-000000000000`;
    expect((await platform.app.inject({ method: 'POST', url: unknown, payload: '' })).statusCode).toBe(401);
  });

  it('shows why a check failed, and keeps the last result', async () => {
    github(commits.one, { 'package-lock.json': lock('1.1.0') });
    const key = await connect(1);
    const { id } = await watch(key);
    await scan();
    git.on('/api/v3/repos/octocat/tea/branches/main', { message: 'Bad credentials' }, {}, 401);
    expect((await call('POST', `${ui}/${key}/watches/${id}/scan`)).statusCode).toBe(204);
    await scan();
    const found = (await call('GET', `${ui}/${key}/watches`)).json<GitWatch[]>();
    expect(found).toMatchObject([
      { id, error: expect.stringContaining('rejected the credentials'), findings: { high: 1 } },
    ]);
    expect((await call('DELETE', `${ui}/${key}/watches/${id}`)).statusCode).toBe(204);
    expect((await call('GET', `${ui}/${key}/watches/${id}`)).json().errors[0].code).toBe(
      'GIT_WATCH_NOT_FOUND',
    );
  });

  it('reports ecosystems without advisories as unknown', async () => {
    github(commits.one, { 'go.sum': 'golang.org/x/net v0.17.0 h1:abc=\n' });
    const key = await connect(1);
    const { id } = await watch(key);
    await scan();
    expect((await details(key, id)).watch).toMatchObject({ dependencies: 1, unmatched: ['Go'] });
  });

  it('is rejected if the token cannot read it, or if it is watched already', async () => {
    const key = await connect(1);
    const wanted = {
      repository_id: '7',
      repository: 'octocat/tea',
      branch: 'main',
      webhook: false,
      commit_status: false,
    };
    const missing = await call('POST', `${ui}/${key}/watches`, wanted);
    expect([missing.statusCode, missing.json().errors[0].code]).toEqual([502, 'GIT_SERVER_FAILED']);
    github(commits.one, {});
    await watch(key);
    expect((await call('POST', `${ui}/${key}/watches`, wanted)).json().errors[0].code).toBe(
      'GIT_WATCH_EXISTS',
    );
  });

  it('is read from GitLab, with pages and a status', async () => {
    const api = '/api/v4/projects/7';
    git.on(`${api}/repository/branches/main`, { commit: { id: commits.one } });
    const page = (number: number) =>
      `${api}/repository/tree?ref=${commits.one}&recursive=true&per_page=100&page=${number}`;
    git.on(page(1), [{ path: 'a/b', type: 'blob' }], { 'x-next-page': '2' });
    git.on(page(2), [{ path: 'x/package-lock.json', type: 'blob' }], { 'x-next-page': '' });
    git.on(`${api}/repository/files/x%2Fpackage-lock.json/raw`, lock('1.0.0'));
    git.on(`${api}/statuses/${commits.one}`, { id: 1 }, {}, 201);
    const key = await connect(2);
    const { id } = await watch(key, { commit_status: true });
    await scan();
    expect((await details(key, id)).watch).toMatchObject({ findings: { high: 1 } });
    expect(JSON.parse(git.requests.at(-1)?.body ?? '')).toMatchObject({ state: 'failed', name: 'lading' });
  });

  it('is read from Bitbucket Cloud, with pages and a status', async () => {
    const api = '/2.0/repositories/octocat/tea';
    git.on(`${api}/refs/branches/main`, { target: { hash: commits.one } });
    git.on(`${api}/src/${commits.one}/?max_depth=10&pagelen=100`, {
      values: [{ path: 'a', type: 'commit_directory' }],
      next: 'https://elsewhere.example.org/?page=two',
    });
    git.on(`${api}/src/${commits.one}/?max_depth=10&pagelen=100&page=two`, {
      values: [{ path: 'package-lock.json', type: 'commit_file' }],
    });
    git.on(`${api}/src/${commits.one}/package-lock.json`, lock('1.0.0'));
    git.on(`${api}/commit/${commits.one}/statuses/build`, {}, {}, 201);
    const key = await connect(3);
    const { id } = await watch(key, { commit_status: true });
    await scan();
    expect((await details(key, id)).watch).toMatchObject({ findings: { high: 1 } });
    expect(JSON.parse(git.requests.at(-1)?.body ?? '')).toMatchObject({ state: 'FAILED', key: 'lading' });
  });

  it('is read from Bitbucket Server, with pages and a status', async () => {
    const api = '/rest/api/1.0/projects/octocat/repos/tea';
    git.on(`${api}/commits`, { values: [{ id: commits.one }] });
    git.on(`${api}/files?at=${commits.one}&limit=1000&start=0`, {
      values: ['a'],
      isLastPage: false,
      nextPageStart: 1,
    });
    git.on(`${api}/files?at=${commits.one}&limit=1000&start=1`, {
      values: ['package-lock.json'],
      isLastPage: true,
    });
    git.on(`${api}/raw/package-lock.json`, lock('1.0.0'));
    git.answer(`/rest/build-status/1.0/commits/${commits.one}`, (_request, response) =>
      response.writeHead(204).end(),
    );
    const key = await connect(4);
    const { id } = await watch(key, { commit_status: true });
    await scan();
    const { watch: found } = await details(key, id);
    expect([found.findings.high, found.error]).toEqual([1, undefined]);
    expect(JSON.parse(git.requests.at(-1)?.body ?? '')).toMatchObject({ state: 'FAILED', key: 'lading' });
  });

  it('reveals the token of the connection nowhere', async () => {
    github(commits.one, { 'package-lock.json': lock('1.1.0') });
    const key = await connect(1);
    const { id } = await watch(key, { webhook: true });
    git.on('/api/v3/repos/octocat/tea/branches/main', secret, {}, 500);
    await scan();
    for (const url of [
      `${ui}/${key}/watches`,
      `${ui}/${key}/watches/${id}`,
      `${ui}/${key}/watches/${id}/sarif`,
    ]) {
      expect((await call('GET', url)).body).not.toContain(secret);
    }
  });
});
