import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { repositoriesPath } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { RepositoryListPage } from './RepositoryListPage.tsx';

const TYPES = [
  'GET /ui/api/v1/ui/packages/available',
  {
    packageTypes: [
      { type: 'docker', displayName: 'Docker', classes: ['local', 'remote', 'virtual'] },
      { type: 'go', displayName: 'Go', classes: ['local', 'remote', 'virtual'] },
    ],
  },
] as const;
const repository = (key: string, packageType: string) => ({
  key,
  type: 'LOCAL',
  url: `https://x.example/v2/${key}`,
  packageType,
  description: '',
});

it.each([
  ['local', 'Local repositories', 'New Local Repository'],
  ['remote', 'Remote repositories', 'New Remote Repository'],
  ['virtual', 'Virtual repositories', 'New Virtual Repository'],
] as const)(
  'lists the %s ones, each as a link to all of it [adm-01] [route-09]',
  async (type, heading, create) => {
    const path = repositoriesPath(type);
    const shell = openAt(path, path, RepositoryListPage, ({ http }) => {
      http.on(...TYPES);
      http.on('GET /artifactory/api/repositories', [
        {
          key: 'charts',
          type: type.toUpperCase(),
          url: 'https://x.example/',
          packageType: 'npm',
          description: '',
        },
      ]);
    });
    expect(screen.getByRole('heading', { name: heading })).toBeTruthy();
    expect((await screen.findByRole('link', { name: 'charts' })).getAttribute('href')).toBe(
      `/ui${path}/edit/charts`,
    );
    expect(screen.getByRole('link', { name: create }).getAttribute('href')).toBe(`/ui${path}/new`);
    expect(shell.http.calls[0]?.options.query).toEqual({ type });
  },
);

it('names types as people write them, and gives addresses as clients take them', async () => {
  const path = repositoriesPath('local');
  openAt(path, path, RepositoryListPage, ({ http }) => {
    http.on(...TYPES);
    http.on('GET /artifactory/api/repositories', [
      repository('images', 'docker'),
      repository('modules', 'go'),
      repository('odd', 'odd-type'),
    ]);
  });
  const row = async (name: string) => (await screen.findByRole('link', { name })).closest('[role=row], tr');
  expect((await row('images'))?.textContent).toContain('Dockerlocalhost:3000/images');
  expect((await row('modules'))?.textContent).toContain('Gohttp://localhost:3000/artifactory/api/go/modules');
  expect((await row('odd'))?.textContent).toContain('odd-type');
});

it('shows where a remote one fetches from, not its own address', async () => {
  const path = repositoriesPath('remote');
  openAt(path, path, RepositoryListPage, ({ http }) => {
    http.on(...TYPES);
    http.on('GET /artifactory/api/repositories', [
      { ...repository('far', 'docker'), type: 'REMOTE', url: 'https://registry.example.org' },
    ]);
  });
  expect(await screen.findByText('https://registry.example.org')).toBeTruthy();
});

it('names the upstream of a remote one that uses the npm configuration of the server [adm-01]', async () => {
  const path = repositoriesPath('remote');
  openAt(path, path, RepositoryListPage, ({ http }) => {
    http.on(...TYPES);
    const url = `${location.origin}/artifactory/api/npm/npm-remote/`;
    http.on('GET /artifactory/api/repositories', [
      { ...repository('npm-remote', 'npm'), type: 'REMOTE', url },
    ]);
  });
  expect(await screen.findByText('The registry in this server’s npm configuration')).toBeTruthy();
  expect(screen.queryByText(/artifactory\/api\/npm/)).toBeNull();
});

it('tells a repository without a URL by its data, not by its text', async () => {
  const path = repositoriesPath('remote');
  const same = 'The registry in this server’s npm configuration';
  openAt(path, path, RepositoryListPage, ({ http }) => {
    http.on(...TYPES);
    http.on('GET /artifactory/api/repositories', [
      { ...repository('far', 'npm'), type: 'REMOTE', url: same },
    ]);
  });
  expect((await screen.findByText(same)).closest('.ld-mono')).not.toBeNull();
});
