import type { GitCode } from '../GitVendor.ts';
import { fields } from '../reading.ts';
import { commitOf, encodePath, maxEntries, pathsOf } from './paths.ts';

export const githubCode: GitCode = {
  async head(ask, { name }, branch) {
    const { body } = await ask(`/repos/${encodePath(name)}/branches/${encodeURIComponent(branch)}`);
    return commitOf(fields(fields(body).commit).sha, branch);
  },
  async files(ask, { name }, commit) {
    const found = fields((await ask(`/repos/${encodePath(name)}/git/trees/${commit}?recursive=1`)).body);
    const paths = pathsOf(found.tree, ({ type, path }) => (type === 'blob' ? path : undefined));
    return {
      paths: paths.slice(0, maxEntries),
      truncated: found.truncated === true || paths.length > maxEntries,
    };
  },
  async file(ask, { name }, commit, path) {
    const url = `/repos/${encodePath(name)}/contents/${encodePath(path)}?ref=${commit}`;
    return String((await ask(url, { raw: true })).body);
  },
  async report(ask, { name }, commit, { passed, description, url }) {
    const state = passed ? 'success' : 'failure';
    const target = url === '' ? {} : { target_url: url };
    await ask(`/repos/${encodePath(name)}/statuses/${commit}`, {
      post: { state, context: 'lading', description, ...target },
    });
  },
};
