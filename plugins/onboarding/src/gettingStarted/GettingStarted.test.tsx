import { type ClientGuide, type ClientTarget, HttpFailure, message } from '@lading/contract';
import type { FakeShell } from '@lading/contract/testing';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { QuickSetupPage } from '../quickSetup/QuickSetupPage.tsx';
import { openAt } from '../testing/openAt.ts';
import { POLL_MS } from './GettingStartedStore.ts';

const PACKAGES = 'POST /ui/api/v1/mds/packages';
const answer = (...names: string[]) => ({
  data: { packages: { edges: names.map((name) => ({ node: { id: `npm://${name}`, name } })) } },
});
const classes = ['local', 'remote', 'virtual'];
const TYPES = {
  packageTypes: [
    { type: 'npm', displayName: 'npm', classes },
    { type: 'docker', displayName: 'Docker', classes },
    { type: 'maven', displayName: 'Maven', classes },
    { type: 'pypi', displayName: 'PyPI', classes },
    { type: 'generic', displayName: 'Generic', classes },
    { type: 'odd', displayName: 'Odd', classes },
    { type: 'far', displayName: 'Only remote', classes: ['remote'] },
  ],
};
/** A client guide that echoes its input. */
const guide: ClientGuide = {
  id: 'packages',
  packageTypes: ['npm', 'docker', 'maven', 'pypi', 'generic'],
  steps:
    async () =>
    ({ packageType, repoKey, baseUrl, user, token, system, publishOnly }: ClientTarget) => [
      ...(packageType === 'npm'
        ? []
        : [{ why: message('t.in', 'Sign in'), command: `login ${user} ${token}` }]),
      {
        why: message('t.out', 'Publish'),
        command: `publish ${baseUrl}/${repoKey} on ${system}${publishOnly ? ', no more' : ''}`,
      },
    ],
};
const command = async (name: string) => (await screen.findByRole('group', { name })).textContent;

const open = (prepare: (shell: FakeShell) => void = () => {}) =>
  openAt('/quick-setup', QuickSetupPage, (shell) => {
    shell.license.type = 'OSS';
    shell.add('clientGuides', guide);
    shell.http.on('GET /ui/api/v1/ui/packages/available', TYPES);
    shell.http.on('PUT /artifactory/api/repositories/my-npm-local', undefined).on(PACKAGES, answer());
    prepare(shell);
  });
const create = async () => userEvent.click(await screen.findByRole('button', { name: 'Create repository' }));

describe('the getting-started flow', () => {
  it('is the first page for an administrator of the free tier, with every local package type [onb-08]', async () => {
    const shell = open();
    expect(screen.getByRole('heading', { name: 'Your first package' })).toBeTruthy();
    const types = await screen.findByLabelText('Package type');
    expect([...types.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'npm',
      'Docker',
      'Maven',
      'PyPI',
      'Generic',
      'Odd',
    ]);
    expect(shell.http.calls.map(({ method }) => method)).toEqual(['GET']);
  });

  it('creates a repository, shows the commands, waits, and shows the first package', async () => {
    const shell = open();
    await create();
    expect(await screen.findByText('Repository my-npm-local created.')).toBeTruthy();
    expect(shell.http.calls[1]?.options.body).toEqual({
      key: 'my-npm-local',
      rclass: 'local',
      packageType: 'npm',
    });
    expect(await command('Publish')).toContain(
      `publish ${window.location.origin}/artifactory/my-npm-local on linux, no more`,
    );
    // The npm client asks for the password itself.
    expect(screen.queryByRole('button', { name: 'Generate token' })).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText('System'), 'windows');
    expect(await command('Publish')).toContain('on windows');
    expect(screen.getByText('Waiting for the first package…')).toBeTruthy();
    expect(shell.periodic.jobs[0]?.milliseconds).toBe(POLL_MS);
    await act(() => shell.periodic.tick());
    expect(screen.getByText('Waiting for the first package…')).toBeTruthy();
    shell.http.on(PACKAGES, answer('left-pad'));
    await act(() => shell.periodic.tick());
    expect(screen.getByText('left-pad published')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show package' }).getAttribute('href')).toContain(
      '/packages/npm%3A%2F%2Fleft-pad',
    );
    expect(shell.periodic.jobs).toEqual([]);
  });

  it.each([
    ['docker', 'docker://hello-world', 'hello-world'],
    ['maven', 'gav://org.acme:library', 'org.acme:library'],
    ['pypi', 'pypi://reports', 'reports'],
  ])('waits for the first package of %s, with a token in its commands', async (type, id, name) => {
    const shell = open(({ http }) => {
      http.on(`PUT /artifactory/api/repositories/my-${type}-local`, undefined);
      http.on('POST /ui/api/v1/ui/setMeUp/token', { token: 's3cret', tokenId: 't', expiresIn: 86_400 });
    });
    await userEvent.selectOptions(await screen.findByLabelText('Package type'), type);
    await create();
    expect(await command('Sign in')).toContain('YOUR_TOKEN');
    await userEvent.click(screen.getByRole('button', { name: 'Generate token' }));
    await screen.findByText(/^The commands contain this token/);
    expect(await command('Sign in')).toContain('s3cret');
    await act(() => shell.periodic.tick());
    expect(screen.getByText('Waiting for the first package…')).toBeTruthy();
    shell.http.on(PACKAGES, { data: { packages: { edges: [{ node: { id, name } }] } } });
    await act(() => shell.periodic.tick());
    expect(screen.getByText(`${name} published`)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show package' }).getAttribute('href')).toContain(
      encodeURIComponent(id),
    );
  });

  it('shows the URL for types without a known client', async () => {
    open(({ http }) => void http.on('PUT /artifactory/api/repositories/my-odd-local', undefined));
    await userEvent.selectOptions(await screen.findByLabelText('Package type'), 'odd');
    await create();
    expect(await command('URL')).toBe(`${window.location.origin}/artifactory/my-odd-local`);
  });

  it('shows why the types failed to load, with a retry', async () => {
    const shell = open(({ http }) =>
      http.on('GET /ui/api/v1/ui/packages/available', () => {
        throw new HttpFailure(503, 'busy');
      }),
    );
    expect(await screen.findByText('Failed to load the package types')).toBeTruthy();
    shell.http.on('GET /ui/api/v1/ui/packages/available', TYPES);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText('Package type')).toBeTruthy();
  });

  it('waits for a file in a generic repository', async () => {
    const shell = open(({ http }) => {
      http.on('PUT /artifactory/api/repositories/my-generic-local', undefined);
      http.on('GET /artifactory/api/storage/my-generic-local', { children: [{ uri: '/hello.txt' }] });
    });
    await userEvent.selectOptions(await screen.findByLabelText('Package type'), 'generic');
    await create();
    await screen.findByText('Repository my-generic-local created.');
    await act(() => shell.periodic.tick());
    expect(screen.getByText('hello.txt published')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show package' }).getAttribute('href')).toContain(
      '/repos/tree/General/my-generic-local/hello.txt',
    );
  });

  it('shows an invalid key and why the platform did not create the repository, and keeps the key', async () => {
    const shell = open();
    const key = await screen.findByLabelText(/^Repository key/);
    await userEvent.clear(key);
    await userEvent.type(key, 'Big Repo');
    await create();
    expect(await screen.findByText(/^Up to 63 lowercase letters/)).toBeTruthy();
    await userEvent.clear(key);
    await userEvent.type(key, 'taken');
    shell.http.on('PUT /artifactory/api/repositories/taken', () => {
      throw new HttpFailure(400, 'There is a repository taken already');
    });
    await create();
    expect(await screen.findByText(/There is a repository taken already/)).toBeTruthy();
    expect((key as HTMLInputElement).value).toBe('taken');
  });

  it('continues polling after a failure', async () => {
    const shell = open(({ http }) =>
      http.on(PACKAGES, () => {
        throw new HttpFailure(503, 'busy');
      }),
    );
    await create();
    await screen.findByText('Waiting for the first package…');
    await act(() => shell.periodic.tick());
    expect(await screen.findByText('Failed to check for the first package: busy')).toBeTruthy();
    shell.http.on(PACKAGES, answer('left-pad'));
    await act(() => shell.periodic.tick());
    expect(screen.getByText('left-pad published')).toBeTruthy();
  });

  it('tells other users to ask an administrator', () => {
    open(({ user }) => {
      user.current = { ...(user.current as NonNullable<typeof user.current>), admin: false };
    });
    expect(screen.getByText('Only administrators can create repositories')).toBeTruthy();
  });
});
