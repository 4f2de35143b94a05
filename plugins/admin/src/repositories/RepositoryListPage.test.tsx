import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { repositoriesPath } from '../paths.ts';
import { openAt } from '../testing/openAt.tsx';
import { RepositoryListPage } from './RepositoryListPage.tsx';

it.each([
  ['local', 'Local repositories', 'New Local Repository'],
  ['remote', 'Remote repositories', 'New Remote Repository'],
  ['virtual', 'Virtual repositories', 'New Virtual Repository'],
] as const)(
  'lists the %s ones, each as a link to all of it [adm-01] [route-09]',
  async (type, heading, create) => {
    const path = repositoriesPath(type);
    const shell = openAt(path, path, RepositoryListPage, ({ http }) => {
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
