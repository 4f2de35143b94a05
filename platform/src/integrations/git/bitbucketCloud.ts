import type { GitRepositories } from '@lading/contract/rest';
import { bitbucketCloudCode } from './code/bitbucketCloudCode.ts';
import type { AskGit, GitVendor, PageWanted } from './GitVendor.ts';
import { checkAccount, fields, listOf, pageOf, pageSize, repositoryOf, sampleOf, textOf } from './reading.ts';

/** Bitbucket Cloud: an app password or API token with the user name or email address. */
export const bitbucketCloud: GitVendor = {
  name: 'bitbucket_cloud',
  displayName: 'Bitbucket Cloud',
  code: bitbucketCloudCode,
  api: ({ hostname, href }) =>
    ['bitbucket.org', 'www.bitbucket.org', 'api.bitbucket.org'].includes(hostname)
      ? 'https://api.bitbucket.org/2.0'
      : `${href.replace(/\/+$/, '')}/2.0`,
  headers: ({ userName, token }) => ({
    authorization: `Basic ${Buffer.from(`${userName}:${token}`).toString('base64')}`,
  }),
  async test(ask, { userName }) {
    const { body, headers } = await ask('/user');
    const { username, nickname } = fields(body);
    const name = textOf(username) || textOf(nickname);
    // API tokens require the email address, which the response doesn't contain; the server has
    // verified it.
    checkAccount('Bitbucket Cloud', name, userName.includes('@') ? name : userName);
    const { repositories } = await list(ask, { search: '', cursor: undefined });
    return {
      user: name,
      scopes: (headers['x-oauth-scopes'] ?? '').split(/,\s*/).filter(Boolean),
      sample: sampleOf(repositories),
    };
  },
  repositories: list,
};

async function list(ask: AskGit, wanted: PageWanted): Promise<GitRepositories> {
  const number = pageOf(wanted);
  const query = new URLSearchParams({
    ...{ role: 'member', sort: 'full_name', pagelen: String(pageSize), page: String(number) },
    ...(wanted.search === '' ? {} : { q: `name ~ ${JSON.stringify(wanted.search)}` }),
  });
  const found = fields((await ask(`/repositories?${query}`)).body);
  const repositories = listOf(found.values).map((each) =>
    repositoryOf({
      ...{ id: each.uuid, name: each.full_name, url: fields(fields(each.links).html).href },
      ...{
        branch: fields(each.mainbranch).name,
        private: each.is_private === true,
        updated: each.updated_on,
      },
    }),
  );
  // `next` is a URL chosen by the server: use a page number instead.
  return { repositories, ...(textOf(found.next) === '' ? {} : { cursor: String(number + 1) }) };
}
