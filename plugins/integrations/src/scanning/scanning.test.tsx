import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { GIT_SCANNING } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { CALL, withGroups } from '../testing/samples.ts';
import { GitScanningPage } from './GitScanningPage.tsx';

const repository = (name: string) => ({
  ...{ id: name, name, url: `https://github.com/${name}`, defaultBranch: 'main', private: true },
});
const open = (search: string, prepare: (shell: FakeShell) => void = () => {}) =>
  openAt(`${GIT_SCANNING}?${search}`, GIT_SCANNING, GitScanningPage, (shell) => {
    withGroups(shell);
    prepare(shell);
  });

it('lists the repositories of the connection in its URL, and searches on the server [intg-01]', async () => {
  const shell = open('vcsType=github&integrationId=tea', ({ http }) => {
    http.on(`GET ${CALL}/tea/repositories`, { repositories: [repository('octocat/tea')] });
  });
  const link = await screen.findByRole('link', { name: 'octocat/tea' });
  expect(link.getAttribute('href')).toBe('https://github.com/octocat/tea');
  expect(screen.getByText(/Scanning of their lock files is not available yet/)).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox'), 'coffee');
  await waitFor(() => expect(shell.http.calls.at(-1)?.options.query).toEqual({ search: 'coffee' }));
});

it.each(['vcsType=gitlab&integrationId=nothing', 'vcsType=svn&integrationId=tea', ''])(
  'reports a connection that does not exist: %s [intg-01]',
  async (search) => {
    open(search);
    expect(await screen.findByText('Connection not found')).toBeTruthy();
  },
);
