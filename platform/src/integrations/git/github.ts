import type { GitRepositories } from '@lading/contract/rest';
import { githubCode } from './code/githubCode.ts';
import type { AskGit, GitVendor, PageWanted } from './GitVendor.ts';
import { checkAccount, fields, listOf, pageOf, pageSize, repositoryOf, sampleOf, textOf } from './reading.ts';

/** Pages to read per search: GitHub cannot search the repositories of a token. */
const pagesPerSearch = 5;

/** GitHub, and GitHub Enterprise Server, whose API has another path. */
export const github: GitVendor = {
  name: 'github',
  displayName: 'GitHub',
  code: githubCode,
  api: ({ hostname, href }) =>
    ['github.com', 'www.github.com', 'api.github.com'].includes(hostname)
      ? 'https://api.github.com'
      : `${href.replace(/\/+$/, '')}/api/v3`,
  headers: ({ token }) => ({ authorization: `Bearer ${token}`, 'x-github-api-version': '2022-11-28' }),
  async test(ask, { userName }) {
    const { body, headers } = await ask('/user');
    const login = textOf(fields(body).login);
    checkAccount('GitHub', login, userName);
    const { repositories } = await page(ask, 1);
    const expires = headers['github-authentication-token-expiration'];
    return {
      user: login,
      scopes: (headers['x-oauth-scopes'] ?? '').split(/,\s*/).filter(Boolean),
      sample: sampleOf(repositories),
      ...(expires ? { expires } : {}),
    };
  },
  async repositories(ask, wanted: PageWanted): Promise<GitRepositories> {
    const words = wanted.search.toLowerCase();
    let number = pageOf(wanted);
    if (words === '') return page(ask, number);
    const found: GitRepositories['repositories'] = [];
    for (const last = number + pagesPerSearch; number < last; number++) {
      const { repositories, cursor } = await page(ask, number);
      found.push(...repositories.filter(({ name }) => name.toLowerCase().includes(words)));
      if (cursor === undefined) return { repositories: found };
    }
    return { repositories: found, cursor: String(number) };
  },
};

async function page(ask: AskGit, number: number): Promise<GitRepositories> {
  const { body, headers } = await ask(`/user/repos?sort=full_name&per_page=${pageSize}&page=${number}`);
  const repositories = listOf(body).map((each) =>
    repositoryOf({
      ...{ id: each.id, name: each.full_name, url: each.html_url, branch: each.default_branch },
      ...{ private: each.private === true, updated: each.pushed_at },
    }),
  );
  const isLast = !/rel="next"/.test(headers.link ?? '');
  return { repositories, ...(isLast ? {} : { cursor: String(number + 1) }) };
}
