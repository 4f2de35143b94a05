import { GitServerError } from '../GitServerError.ts';
import type { GitCode } from '../GitVendor.ts';
import { fields, textOf } from '../reading.ts';
import { commitOf, encodePath, maxPages, pathsOf } from './paths.ts';

export const bitbucketCloudCode: GitCode = {
  async head(ask, { name }, branch) {
    const { body } = await ask(
      `/repositories/${encodePath(name)}/refs/branches/${encodeURIComponent(branch)}`,
    );
    return commitOf(fields(fields(body).target).hash, branch);
  },
  async files(ask, { name }, commit) {
    const paths: string[] = [];
    let page = '';
    for (let count = 0; count < maxPages; count++) {
      const query = `max_depth=10&pagelen=100${page === '' ? '' : `&page=${encodeURIComponent(page)}`}`;
      const found = fields((await ask(`/repositories/${encodePath(name)}/src/${commit}/?${query}`)).body);
      paths.push(...pathsOf(found.values, ({ type, path }) => (type === 'commit_file' ? path : undefined)));
      // `next` is a URL chosen by the server: use only its page.
      const next = textOf(found.next);
      page = URL.canParse(next) ? (new URL(next).searchParams.get('page') ?? '') : '';
      if (page === '') return { paths, truncated: false };
    }
    return { paths, truncated: true };
  },
  async file(ask, { name }, commit, path) {
    const url = `/repositories/${encodePath(name)}/src/${commit}/${encodePath(path)}`;
    return String((await ask(url, { raw: true })).body);
  },
  async report(ask, { name }, commit, { passed, description, url }) {
    if (url === '')
      throw new GitServerError('Bitbucket needs a URL in a status. Set the base URL in the general settings');
    const state = passed ? 'SUCCESSFUL' : 'FAILED';
    await ask(`/repositories/${encodePath(name)}/commit/${commit}/statuses/build`, {
      post: { state, key: 'lading', name: 'Lading', description, url },
    });
  },
};
