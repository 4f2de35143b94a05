import type { GitRepositories } from '@lading/contract/rest';
import { gitlabCode } from './code/gitlabCode.ts';
import { GitServerError } from './GitServerError.ts';
import type { AskGit, GitVendor, PageWanted } from './GitVendor.ts';
import { checkAccount, fields, listOf, pageOf, pageSize, repositoryOf, sampleOf, textOf } from './reading.ts';

export const gitlab: GitVendor = {
  name: 'gitlab',
  displayName: 'GitLab',
  code: gitlabCode,
  api: ({ href }) => `${href.replace(/\/+$/, '')}/api/v4`,
  headers: ({ token }) => ({ 'private-token': token }),
  async test(ask, { userName }) {
    const { body } = await ask('/user');
    const name = textOf(fields(body).username);
    checkAccount('GitLab', name, userName);
    const { repositories } = await list(ask, { search: '', cursor: undefined });
    return { user: name, sample: sampleOf(repositories), ...(await tokenFacts(ask)) };
  },
  repositories: list,
};

/** Returns scopes and expiry. Older servers don't report them, so errors are ignored. */
async function tokenFacts(ask: AskGit): Promise<{ scopes: string[]; expires?: string }> {
  try {
    const facts = fields((await ask('/personal_access_tokens/self')).body);
    const scopes = Array.isArray(facts.scopes) ? facts.scopes.map(textOf).filter(Boolean) : [];
    const expires = textOf(facts.expires_at);
    return { scopes, ...(expires === '' ? {} : { expires }) };
  } catch (error) {
    if (error instanceof GitServerError) return { scopes: [] };
    throw error;
  }
}

async function list(ask: AskGit, wanted: PageWanted): Promise<GitRepositories> {
  const query = new URLSearchParams({
    ...{ membership: 'true', order_by: 'path', sort: 'asc', per_page: String(pageSize) },
    ...{ page: String(pageOf(wanted)), ...(wanted.search === '' ? {} : { search: wanted.search }) },
  });
  const { body, headers } = await ask(`/projects?${query}`);
  const repositories = listOf(body).map((each) =>
    repositoryOf({
      ...{ id: each.id, name: each.path_with_namespace, url: each.web_url, branch: each.default_branch },
      ...{ private: each.visibility !== 'public', updated: each.last_activity_at },
    }),
  );
  const next = headers['x-next-page'];
  return { repositories, ...(next && /^\d+$/.test(next) ? { cursor: next } : {}) };
}
