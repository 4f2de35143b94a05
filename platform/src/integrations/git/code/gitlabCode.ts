import type { GitCode, RepositoryName } from '../GitVendor.ts';
import { fields } from '../reading.ts';
import { commitOf, maxPages, pathsOf } from './paths.ts';

const project = ({ id }: RepositoryName) => `/projects/${encodeURIComponent(id)}`;

export const gitlabCode: GitCode = {
  async head(ask, repository, branch) {
    const { body } = await ask(`${project(repository)}/repository/branches/${encodeURIComponent(branch)}`);
    return commitOf(fields(fields(body).commit).id, branch);
  },
  async files(ask, repository, commit) {
    const paths: string[] = [];
    for (let page = 1; page <= maxPages; page++) {
      const query = `ref=${commit}&recursive=true&per_page=100&page=${page}`;
      const { body, headers } = await ask(`${project(repository)}/repository/tree?${query}`);
      paths.push(...pathsOf(body, ({ type, path }) => (type === 'blob' ? path : undefined)));
      if (!/^\d+$/.test(headers['x-next-page'] ?? '')) return { paths, truncated: false };
    }
    return { paths, truncated: true };
  },
  async file(ask, repository, commit, path) {
    const url = `${project(repository)}/repository/files/${encodeURIComponent(path)}/raw?ref=${commit}`;
    return String((await ask(url, { raw: true })).body);
  },
  async report(ask, repository, commit, { passed, description, url }) {
    const state = passed ? 'success' : 'failed';
    const target = url === '' ? {} : { target_url: url };
    await ask(`${project(repository)}/statuses/${commit}`, {
      post: { state, name: 'lading', description, ...target },
    });
  },
};
