import { GitServerError } from '../GitServerError.ts';
import type { GitCode, RepositoryName } from '../GitVendor.ts';
import { fields, listOf, textOf } from '../reading.ts';
import { commitOf, encodePath, maxPages, pathsOf } from './paths.ts';

function place({ name }: RepositoryName): string {
  const [project = '', slug = ''] = name.split('/');
  return `/projects/${encodeURIComponent(project)}/repos/${encodeURIComponent(slug)}`;
}

export const bitbucketServerCode: GitCode = {
  async head(ask, repository, branch) {
    const until = branch === '' ? '' : `&until=${encodeURIComponent(`refs/heads/${branch}`)}`;
    const { body } = await ask(`${place(repository)}/commits?limit=1${until}`);
    return commitOf(listOf(fields(body).values)[0]?.id, branch);
  },
  async files(ask, repository, commit) {
    const paths: string[] = [];
    let start = '0';
    for (let count = 0; count < maxPages; count++) {
      const { body } = await ask(`${place(repository)}/files?at=${commit}&limit=1000&start=${start}`);
      const { values, isLastPage, nextPageStart } = fields(body);
      paths.push(...pathsOf(values, () => undefined));
      start = isLastPage === false ? textOf(nextPageStart) : '';
      if (!/^\d+$/.test(start)) return { paths, truncated: false };
    }
    return { paths, truncated: true };
  },
  async file(ask, repository, commit, path) {
    return String(
      (await ask(`${place(repository)}/raw/${encodePath(path)}?at=${commit}`, { raw: true })).body,
    );
  },
  async report(ask, _repository, commit, { passed, description, url }) {
    if (url === '')
      throw new GitServerError('Bitbucket needs a URL in a status. Set the base URL in the general settings');
    const state = passed ? 'SUCCESSFUL' : 'FAILED';
    // Statuses are in another API of the server.
    await ask(`/../../build-status/1.0/commits/${commit}`, {
      post: { state, key: 'lading', name: 'Lading', description, url },
    });
  },
};
