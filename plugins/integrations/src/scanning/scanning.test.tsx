import type { GitFinding, GitWatch, GitWatchDetails } from '@lading/contract/rest';
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
  expect(screen.getByRole('link', { name: 'Watched branches' }).getAttribute('href')).toContain(
    'tab=watches',
  );
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

const WATCHES = `${CALL}/tea/watches`;
const watch: GitWatch = {
  ...{ id: 'w1', repository_id: '7', repository: 'octocat/tea', branch: 'main', webhook: false },
  ...{
    commit_status: false,
    head: 'abcdef0123456789',
    scanned: '2026-01-02T03:04:05.000Z',
    truncated: false,
  },
  ...{ dependencies: 2, unmatched: [] },
  findings: { critical: 0, high: 1, medium: 0, low: 0, info: 0, unknown: 0 },
};
const finding: GitFinding = {
  ...{ path: 'app/package-lock.json', ecosystem: 'npm', name: 'leaky', version: '1.1.0', fixed: '1.2.0' },
  ...{ advisory: 'GHSA-1', title: 'leaky', url: 'https://example.org/GHSA-1', severity: 'high' },
  repositories: ['npm-local'],
};

it('watches a branch, and shows the webhook once', async () => {
  const hook = { url: 'https://lading.example.org/hook', secret: 'only-once' };
  const shell = open('vcsType=github&integrationId=tea', ({ http }) => {
    http.on(`GET ${CALL}/tea/repositories`, { repositories: [repository('octocat/tea')] });
    http.on(`POST ${WATCHES}`, { id: 'w1', hook });
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Watch a branch of octocat/tea' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Check for pushes' }), 'webhook');
  await userEvent.click(screen.getByRole('button', { name: 'Watch' }));
  expect(await screen.findByText('only-once')).toBeTruthy();
  expect(shell.http.calls.find(({ method }) => method === 'POST')?.options.body).toEqual({
    ...{ repository_id: 'octocat/tea', repository: 'octocat/tea', branch: 'main' },
    ...{ webhook: true, commit_status: false },
  });
});

it('lists the watched branches, and shows unknown findings as unknown', async () => {
  open('vcsType=github&integrationId=tea&tab=watches', ({ http }) => {
    const go = { ...watch, id: 'w2', repository: 'octocat/go', unmatched: ['Go'] };
    const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0, unknown: 0 };
    http.on(`GET ${WATCHES}`, [watch, { ...go, findings: none }]);
  });
  const link = await screen.findByRole('link', { name: 'octocat/tea' });
  expect(link.getAttribute('href')).toContain('watch=w1');
  expect(screen.getByText('0 critical, 1 high, 0 medium, 0 low')).toBeTruthy();
  expect(screen.getByText('Unknown: Go')).toBeTruthy();
});

it('shows the findings of a branch with the version that fixes them', async () => {
  const details: GitWatchDetails = {
    watch,
    files: [{ path: 'poetry.lock', kind: 'poetry', dependencies: 0, inexact: 0, error: 'No TOML' }],
    findings: [finding],
    held: [],
  };
  const shell = open('vcsType=github&integrationId=tea&watch=w1', ({ http }) => {
    http.on(`GET ${WATCHES}/w1`, details);
    http.on(`POST ${WATCHES}/w1/scan`, undefined);
  });
  expect(await screen.findByRole('link', { name: 'GHSA-1' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'octocat/tea (main)' })).toBeTruthy();
  expect(screen.getByText('1.2.0')).toBeTruthy();
  expect(screen.getByText('poetry.lock: No TOML')).toBeTruthy();
  const sarif = screen.getByRole('link', { name: 'Export SARIF' });
  expect(sarif.getAttribute('href')).toBe(`${WATCHES}/w1/sarif`);
  await userEvent.click(screen.getByRole('button', { name: 'Scan again' }));
  await waitFor(() => expect(shell.http.calls.at(-1)?.path).toBe(`${WATCHES}/w1/scan`));
});
