import type { GitRepositories } from '@lading/contract/rest';
import { bitbucketServerCode } from './code/bitbucketServerCode.ts';
import type { AskGit, GitVendor, PageWanted } from './GitVendor.ts';
import { checkAccount, fields, listOf, pageSize, repositoryOf, sampleOf, textOf } from './reading.ts';

/** Bitbucket Server and Data Center, with an HTTP access token. */
export const bitbucketServer: GitVendor = {
  name: 'bitbucket_server',
  displayName: 'Bitbucket Server',
  code: bitbucketServerCode,
  api: ({ href }) => `${href.replace(/\/+$/, '')}/rest/api/1.0`,
  headers: ({ token }) => ({ authorization: `Bearer ${token}` }),
  async test(ask, { userName }) {
    // The server lists public repositories even for an invalid token; this header names the token's
    // account.
    const { body, headers } = await ask(`/repos?limit=${pageSize}`);
    const name = decoded(headers['x-ausername'] ?? '');
    checkAccount('Bitbucket Server', name, userName);
    return { user: name, scopes: [], sample: sampleOf(repositoriesOf(body)) };
  },
  async repositories(ask: AskGit, { search, cursor }: PageWanted): Promise<GitRepositories> {
    const start = /^\d{1,9}$/.test(cursor ?? '') ? (cursor ?? '0') : '0';
    const query = new URLSearchParams({
      ...{ limit: String(pageSize), start, ...(search === '' ? {} : { name: search }) },
    });
    const { body } = await ask(`/repos?${query}`);
    const { isLastPage, nextPageStart } = fields(body);
    const next = isLastPage === false ? textOf(nextPageStart) : '';
    return { repositories: repositoriesOf(body), ...(next === '' ? {} : { cursor: next }) };
  },
};

function repositoriesOf(body: unknown) {
  return listOf(fields(body).values).map((each) =>
    repositoryOf({
      ...{ id: each.id, name: `${textOf(fields(each.project).key)}/${textOf(each.slug)}` },
      ...{ url: listOf(fields(each.links).self)[0]?.href, branch: '', private: each.public !== true },
    }),
  );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
