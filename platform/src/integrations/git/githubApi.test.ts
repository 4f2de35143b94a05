import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withStorage } from '../../database/db.ts';
import type { TestPlatform } from '../../testing/testPlatform.ts';
import { GithubDescription } from '../testing/GithubDescription.ts';
import { GitServer } from '../testing/GitServer.ts';
import { gitPlatform, secret } from '../testing/sample.ts';
import { askGitServer } from './askGitServer.ts';
import { github } from './github.ts';

const prefix = '/api/v3';
const described = new GithubDescription();
const repository = { id: '1296269', name: 'octocat/Hello-World' };
const sha = '6dcb09b5b57875f334f61aebed695e2e4193db5e';

let platform: TestPlatform;
let git: GitServer;
beforeAll(async () => {
  platform = await gitPlatform();
  git = await GitServer.start();
});
afterAll(async () => {
  await git.stop();
  await platform.close();
});
afterEach(() => {
  // Each request is one that GitHub describes.
  for (const { path, body } of git.requests) {
    const method = body === '' ? 'GET' : 'POST';
    expect([path, described.faultsOfRequest(method, path.slice(prefix.length), body)]).toEqual([path, []]);
  }
  git.reset();
});

/** Answers with a published example, which is checked against the published schema. */
function answer(path: string, name?: string): unknown {
  const example = described.example('GET', path, name);
  expect([path, described.faultsOfAnswer('GET', path, example)]).toEqual([path, []]);
  git.on(prefix + path, example);
  return example;
}

type Ask = ReturnType<typeof askGitServer>;
const asking = <T>(work: (ask: Ask) => Promise<T>) =>
  withStorage(platform.storage, () =>
    work(askGitServer(github, { url: git.url, userName: 'octocat', token: secret, allowPrivate: true })),
  );
const { code } = github;

describe('the examples that GitHub publishes', () => {
  it.each([
    'response-with-public-and-private-profile-information',
    'response-with-public-profile-information',
  ])('pass the test of the connection: %s', async (name) => {
    answer('/user', name);
    answer('/user/repos');
    const access = { url: git.url, userName: 'octocat', token: secret, allowPrivate: true };
    expect(await asking((ask) => github.test(ask, access))).toMatchObject({
      ...{ user: 'octocat', sample: ['octocat/Hello-World'] },
    });
  });

  it('are read as repositories, also in a search', async () => {
    answer('/user/repos');
    const found = {
      ...{ id: '1296269', name: 'octocat/Hello-World', url: 'https://github.com/octocat/Hello-World' },
      ...{ defaultBranch: 'master', private: false, updatedOn: '2011-01-26T19:06:43Z' },
    };
    for (const search of ['', 'hello'])
      expect(await asking((ask) => github.repositories(ask, { search, cursor: undefined }))).toEqual({
        repositories: [found],
      });
    expect(await asking((ask) => github.repositories(ask, { search: 'other', cursor: undefined }))).toEqual({
      repositories: [],
    });
  });

  it('are read as the commit of a branch and its files', async () => {
    const branch = answer('/repos/octocat/Hello-World/branches/main') as { commit: { sha: string } };
    const tree = `/repos/octocat/Hello-World/git/trees/${branch.commit.sha}`;
    const files = answer(tree, 'response-recursively-retrieving-a-tree') as {
      tree: { path: string; type: string }[];
    };
    const head = await asking((ask) => code.head(ask, repository, 'main'));
    expect(head).toBe(branch.commit.sha);
    const paths = files.tree.filter(({ type }) => type === 'blob').map(({ path }) => path);
    expect(paths).toContain('subdir/file.txt');
    expect(await asking((ask) => code.files(ask, repository, head))).toEqual({ paths, truncated: false });
  });
});

it('reads a file, and reports a commit status, by calls that GitHub describes', async () => {
  git.on(`${prefix}/repos/octocat/Hello-World/contents/app/package.json`, '{"name":"app"}');
  expect(await asking((ask) => code.file(ask, repository, sha, 'app/package.json'))).toBe('{"name":"app"}');
  git.on(
    `${prefix}/repos/octocat/Hello-World/statuses/${sha}`,
    described.example('POST', `/repos/a/b/statuses/${sha}`),
  );
  for (const [passed, url] of [
    [true, 'https://packages.example.org/ui/scan/1'],
    [false, ''],
  ] as const)
    await asking((ask) =>
      code.report(ask, repository, sha, { passed, description: 'No vulnerabilities', url }),
    );
});

it('notices requests and answers that GitHub does not describe', () => {
  for (const [method, path, body] of [
    ['GET', '/users', ''],
    ['GET', '/user/repos?sort=size', ''],
    ['GET', '/user/repos?order=name', ''],
    ['POST', `/repos/a/b/statuses/${sha}`, '{"state":"passed"}'],
    ['POST', `/repos/a/b/statuses/${sha}`, '{}'],
  ] as const)
    expect([path, described.faultsOfRequest(method, path, body)]).not.toEqual([path, []]);
  expect(described.faultsOfAnswer('GET', '/user/repos', [{ id: 1 }])).not.toEqual([]);
});
