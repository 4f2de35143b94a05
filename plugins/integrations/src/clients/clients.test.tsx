import type { ClientGuide } from '@lading/contract';
import { HttpFailure } from '@lading/contract';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { IntegrationsPage } from '../cards/IntegrationsPage.tsx';
import { INTEGRATIONS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { withGroups } from '../testing/samples.ts';
import { CHECK_MS } from './ConnectionCheck.tsx';

const SET_ME_UP = '/ui/api/v1/ui/setMeUp';
const repository = {
  ...{ repoKey: 'npm', repoType: 'Npm', canRead: true, canDeploy: true },
  ...{ isLocal: true, isRemote: false, isVirtual: false },
};
const guide: ClientGuide = {
  id: 'npm',
  packageTypes: ['npm'],
  steps: async () => (target) => [
    { why: { id: 'sign-in', text: 'Sign in' }, command: `token=${target.token}` },
  ],
};

const open = async (vendor: string) => {
  const shell = openAt(INTEGRATIONS, INTEGRATIONS, IntegrationsPage, (fake) => {
    withGroups(fake);
    fake.add('clientGuides', guide);
    fake.http.on(`GET ${SET_ME_UP}`, { repoKeyTypes: [repository], baseUrl: 'https://packages.example.org' });
    fake.http.on(`POST ${SET_ME_UP}/token`, { tokenId: 't1', token: 's3cret', expiresIn: 86_400, scope: '' });
    fake.http.on(`GET ${SET_ME_UP}/token/t1`, { tokenId: 't1' });
  });
  await userEvent.click(await screen.findByRole('button', { name: `Connect ${vendor}` }));
  const dialog = within(await screen.findByRole('dialog', { name: `Connect ${vendor}` }));
  return { shell, dialog };
};

describe.each(['Visual Studio Code', 'GitHub Actions'])('the dialog of %s', (vendor) => {
  it('shows when the first request with its token has arrived [intg-11]', async () => {
    const { shell, dialog } = await open(vendor);
    expect(await dialog.findByText(/^Generate a token above/)).toBeTruthy();
    expect(shell.periodic.jobs).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Generate token' }));
    expect(await dialog.findByText('Waiting for the first request with this token…')).toBeTruthy();
    expect(shell.periodic.jobs[0]?.milliseconds).toBe(CHECK_MS);
    await act(() => shell.periodic.tick());
    expect(dialog.getByText('Waiting for the first request with this token…')).toBeTruthy();
    shell.http.on(`GET ${SET_ME_UP}/token/t1`, { tokenId: 't1', lastUsed: '2026-01-02T03:04:05.000Z' });
    await act(() => shell.periodic.tick());
    expect(dialog.getByText(new RegExp(`^${vendor} has connected`))).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(shell.periodic.jobs).toEqual([]);
  });

  it('shows why the connection cannot be checked, and checks again', async () => {
    const { shell, dialog } = await open(vendor);
    shell.http.on(`GET ${SET_ME_UP}/token/t1`, () => {
      throw new HttpFailure(404, 'The token was revoked or has expired', 'TOKEN_NOT_FOUND');
    });
    await userEvent.click(await dialog.findByRole('button', { name: 'Generate token' }));
    expect(await dialog.findByText(/Failed to check the connection: The token was revoked/)).toBeTruthy();
    shell.http.on(`GET ${SET_ME_UP}/token/t1`, { tokenId: 't1' });
    await act(() => shell.periodic.tick());
    expect(dialog.getByText('Waiting for the first request with this token…')).toBeTruthy();
  });
});
