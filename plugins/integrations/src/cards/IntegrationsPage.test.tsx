import { HttpFailure } from '@lading/contract';
import type { FakeShell } from '@lading/contract/testing';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { INTEGRATIONS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { gitGroup, withGroups } from '../testing/samples.ts';
import { IntegrationsPage } from './IntegrationsPage.tsx';

const open = (prepare: (shell: FakeShell) => void = withGroups) =>
  openAt(INTEGRATIONS, INTEGRATIONS, IntegrationsPage, prepare);
const card = async (name: string) =>
  (await screen.findByRole('heading', { level: 3, name })).closest('li') as HTMLElement;

describe('the cards of integrations', () => {
  it.each([
    ['GitHub', 'connected', 'CONNECTED', true],
    ['GitLab', 'configured', 'CONFIGURED', true],
    ['Bitbucket Cloud', 'disconnected', 'DISCONNECTED', false],
  ])(
    'show %s as %s, and link to its table if there is one [intg-01] [intg-03] [intg-04]',
    async (name, kind, label, links) => {
      open();
      const found = await card(name);
      expect(found.dataset.vendorState).toBe(kind);
      expect(within(found).getByText(label)).toBeTruthy();
      const link = within(found).queryByRole('link', { name });
      const page = `/ui/integrations/${name.toLowerCase()}`;
      expect(link?.getAttribute('href') ?? null).toBe(links ? page : null);
      const button = within(found).getByRole('button', {
        name: new RegExp(`(Connect|connection to) ${name}$`),
      });
      expect(button.textContent).toBe(kind === 'disconnected' ? 'Connect' : '+');
    },
  );

  it('ask to connect a service for unused connections, and open that step [intg-04] [intg-05]', async () => {
    open();
    expect(screen.queryByRole('button', { name: 'Connect a service: GitLab' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Connect a service: GitHub' }));
    expect(screen.getByRole('dialog', { name: 'Select a service for Tea' })).toBeTruthy();
  });

  it('fail per group, with the cause and Retry [intg-10]', async () => {
    open((shell) => {
      withGroups(shell);
      shell.http.on('GET /ui/api/v1/integrations/git', () => {
        throw new HttpFailure(503, 'The database does not answer.');
      });
    });
    expect(await card('Visual Studio Code')).toBeTruthy();
    expect(screen.getByText('The database does not answer.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });

  it.each([
    ['role', 'Only administrators can see and add connections to Git servers.', undefined],
    ['feature', 'Git integrations are turned off.', 'LADING_FEATURES=COMMON.XRAY_GIT_REPO_SCANNING'],
    ['service', 'Git integrations require the service “xray”', 'LADING_SCANNING=true'],
  ] as const)(
    'show how to turn on Git integrations without %s [intg-07]',
    async (unavailable, words, setting) => {
      open((shell) => withGroups(shell, gitGroup({ available: false, unavailable })));
      expect(await screen.findByText(new RegExp(words))).toBeTruthy();
      if (setting) expect(screen.getByRole('group', { name: 'Setting' }).textContent).toBe(setting);
      expect(screen.queryByRole('heading', { name: 'GitHub' })).toBeNull();
    },
  );

  it('of plugins appear in their group with their state and action [intg-03]', async () => {
    const calls: string[] = [];
    open((shell) => {
      withGroups(shell);
      const label = { id: 'gitea', text: 'Gitea' };
      shell.add('vendorCards', {
        ...{ id: 'gitea', type: 'git', label, icon: 'plug', path: '/gitea' },
        state: async () => ({ connected: true, configured: true, integrations: 2, products: ['ci'] }),
        connect: async () => void calls.push('connect'),
      });
      shell.add('vendorCards', {
        ...{ id: 'chat', type: 'chat', label: { id: 'chat', text: 'Chat' }, icon: 'plug' },
        group: { id: 'chats', text: 'Chats' },
        state: async () => Promise.reject(new Error('no answer')),
      });
    });
    const gitea = await card('Gitea');
    expect(await within(gitea).findByText('CONFIGURED')).toBeTruthy();
    expect(within(gitea).getByText('2 connections')).toBeTruthy();
    expect(within(gitea).getByRole('link').getAttribute('href')).toBe('/ui/gitea');
    await userEvent.click(within(gitea).getByRole('button', { name: 'Add a connection to Gitea' }));
    expect(calls).toEqual(['connect']);
    expect(screen.getByRole('heading', { level: 2, name: 'Chats' })).toBeTruthy();
    expect((await within(await card('Chat')).findByRole('alert')).textContent).toContain('no answer');
    expect(within(await card('Chat')).queryByRole('button')).toBeNull();
  });

  it.each<[string, () => unknown, string | undefined]>([
    ['does not respond', () => new Promise(() => {}), undefined],
    ['is down', () => Promise.reject(new Error('no answer')), 'no answer'],
    ['returns rubbish', () => ({ connected: 'yes' }), 'The plugin returned an invalid state.'],
    ['returns nothing', () => undefined, 'The plugin returned an invalid state.'],
  ])('remain usable when the vendor of another card %s', async (_what, state, cause) => {
    open((shell) => {
      withGroups(shell);
      shell.add('vendorCards', {
        ...{ id: 'gitea', type: 'git', label: { id: 'gitea', text: 'Gitea' }, icon: 'plug' },
        state: async () => (await state()) as never,
      });
    });
    const gitea = await card('Gitea');
    if (cause) expect((await within(gitea).findByRole('alert')).textContent).toContain(cause);
    // Not known, which is not the same as disconnected.
    expect([gitea.dataset.vendorState, within(gitea).queryByText('DISCONNECTED')]).toEqual(['unknown', null]);
    expect(within(await card('GitLab')).getByText('CONFIGURED')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Connect Bitbucket Cloud' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it.each<[string, unknown]>([
    ['does not respond', () => new Promise(() => {})],
    ['returns rubbish', () => 'welcome'],
    ['returns an empty object', () => ({})],
  ])('of editors and CI systems remain usable when the call for Git servers %s', async (_what, answer) => {
    open((shell) => {
      withGroups(shell);
      shell.http.on('GET /ui/api/v1/integrations/git', answer as () => never);
      shell.http.on('GET /ui/api/v1/ui/setMeUp', { repoKeyTypes: [], baseUrl: 'https://p.example.org' });
    });
    expect(await card('GitHub Actions')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Connect Visual Studio Code' }));
    const dialog = await screen.findByRole('dialog', { name: 'Connect Visual Studio Code' });
    expect(await within(dialog).findByText('No repositories that you have permission to read')).toBeTruthy();
  });
});
