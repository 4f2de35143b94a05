import { type ClientGuide, type ClientTarget, HttpFailure, message } from '@lading/contract';
import type { RepoKeyType } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { SetMeUpPage } from './SetMeUpPage.tsx';
import { systemOf } from './systems.ts';

const CALL = 'GET /ui/api/v1/ui/setMeUp';
const baseUrl = 'https://packages.example.org/artifactory';
const repo = (repoKey: string, repoType: string, more: Partial<RepoKeyType> = {}): RepoKeyType => ({
  repoKey,
  repoType,
  isLocal: true,
  isRemote: false,
  isVirtual: false,
  canRead: true,
  canDeploy: true,
  ...more,
});
const answer = (...repoKeyTypes: RepoKeyType[]) => ({ repoKeyTypes, baseUrl, serverId: 's', hostname: 'h' });

const commands = () => screen.getAllByRole('group').map((each) => each.textContent);

/** A client guide that echoes its input. */
const guide = (...packageTypes: string[]): ClientGuide => ({
  id: packageTypes.join(),
  packageTypes,
  steps: async () => (target: ClientTarget) => [
    {
      why: message('t.in', 'Sign in'),
      command: `login ${target.repoKey} ${target.user} ${target.token} ${target.system}`,
    },
    ...(target.canDeploy ? [{ why: message('t.out', 'Publish'), command: `publish ${target.baseUrl}` }] : []),
    { why: message('t.file', 'Write it down'), command: 'a = 1', file: '~/.rc' },
  ],
});

function open(search: string, prepare: (shell: FakeShell) => void) {
  return openAt(`/set-me-up${search}`, SetMeUpPage, (shell) => {
    shell.add('clientGuides', guide('npm'));
    shell.add('clientGuides', guide('generic'));
    shell.add('clientGuides', { ...guide('npm'), id: 'later' });
    prepare(shell);
  });
}

describe('Set Me Up [shell-08]', () => {
  it('shows the guide of the virtual repository first, and keeps the selection in the URL', async () => {
    const shell = open('?system=linux', ({ http }) =>
      http.on(
        CALL,
        answer(
          repo('npm-local', 'npm'),
          repo('npm', 'npm', { isLocal: false, isVirtual: true }),
          repo('secret', 'npm', { canRead: false }),
          repo('files', 'generic'),
        ),
      ),
    );
    const choice = (await screen.findByLabelText('Repository')) as HTMLSelectElement;
    expect([...choice.options].map(({ textContent }) => textContent)).toEqual([
      'npm-local (npm)',
      'npm (npm)',
      'files (generic)',
    ]);
    await screen.findByText('Sign in');
    const { name } = shell.user.current ?? { name: 'anonymous' };
    expect(commands()).toEqual([`login npm ${name} YOUR_TOKEN linux`, `publish ${baseUrl}`, 'a = 1']);
    expect(screen.getByText('Add to ~/.rc:')).toBeTruthy();
    await userEvent.selectOptions(choice, 'files');
    expect(shell.navigation.place.search).toBe('?system=linux&repo=files');
    await userEvent.selectOptions(screen.getByLabelText('System'), 'windows');
    expect(shell.navigation.place.search).toBe('?system=windows&repo=files');
    await waitFor(() => expect(commands()[0]).toBe(`login files ${name} YOUR_TOKEN windows`));
  });

  it('omits publishing without permission, and shows only the URL for types without a client', async () => {
    open('?repo=npm-local', ({ http }) =>
      http.on(CALL, answer(repo('npm-local', 'npm', { canDeploy: false }), repo('images', 'docker'))),
    );
    await screen.findByText('Sign in');
    expect(commands().join()).not.toContain('publish');
    await userEvent.selectOptions(screen.getByLabelText('Repository'), 'images');
    expect(screen.getByText(/^No instructions for clients of the type docker/)).toBeTruthy();
    expect(commands()).toEqual([`${baseUrl}/images`]);
  });

  it('creates a token for the repository, which the commands then contain', async () => {
    let refused = true;
    const shell = open('', ({ http }) => {
      http.on(CALL, answer(repo('npm', 'npm')));
      http.on('POST /ui/api/v1/ui/setMeUp/token', () => {
        if (refused) throw new HttpFailure(403, 'This token of user rosa may not');
        return { tokenId: 'i', token: 'secret-42', expiresIn: 90 * 86_400, scope: 'repository:npm:read' };
      });
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Generate token' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This token of user rosa may not');
    refused = false;
    await userEvent.click(screen.getByRole('button', { name: 'Generate token' }));
    expect(await screen.findByText(/It expires in 90 days/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Copy Token'));
    expect(commands().join()).toContain(' secret-42 ');
    expect(shell.http.calls.at(-1)?.options.body).toEqual({ repoKey: 'npm' });
  });

  it('shows that there are no readable repositories, and failures to load them', async () => {
    const shell = open('', ({ http }) =>
      http.on(CALL, () => {
        throw new HttpFailure(503, 'busy');
      }),
    );
    expect(await screen.findByText('Failed to load the repositories')).toBeTruthy();
    shell.http.on(CALL, answer());
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No repositories that you have permission to read')).toBeTruthy();
  });

  it.each([
    ['windows', 'x', 'windows'],
    [null, 'Mozilla/5.0 (Windows NT 10.0)', 'windows'],
    [null, 'Mozilla/5.0 (Macintosh; Intel Mac OS X)', 'macos'],
    ['beos', 'Mozilla/5.0 (X11; Linux)', 'linux'],
  ])('for %s on %s selects %s', (asked, agent, system) => {
    expect(systemOf(asked, agent)).toBe(system);
  });
});
