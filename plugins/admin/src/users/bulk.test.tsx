import { fakeUser } from '@lading/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { USER_IMPORT, USERS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { ImportPage } from './ImportPage.tsx';
import { UserListPage } from './UserListPage.tsx';

const CALL = '/access/api/v2/users';
const user = (username: string) => ({
  ...{ username, uri: '', realm: 'internal', status: 'enabled', email: '', admin: false, groups: [] },
});

it('shows what users own before they are deleted [adm-01]', async () => {
  const owned = { tokens: 2, permissions: ['tea'], groups: ['crew'], projects: [] };
  const shell = openAt(USERS, USERS, UserListPage, ({ http }) => {
    http.on(`GET ${CALL}`, { users: [user('rosa'), user('karl')] });
    http.on(`POST ${CALL}/bulk`, ({ options }: { options: { body: { dry_run?: boolean } } }) => ({
      dry_run: options.body.dry_run === true,
      users: [
        { username: 'rosa', outcome: 'changed', ...owned },
        { username: 'karl', outcome: 'own', ...owned },
      ],
    }));
  });
  for (const name of ['rosa', 'karl']) {
    const row = (await screen.findByText(name)).closest('[role=row]') as HTMLElement;
    await userEvent.click(within(row).getByRole('checkbox'));
  }
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { hidden: true }));
  expect(
    await dialog.findByText('2 access tokens; permissions: tea; groups: crew; projects: none'),
  ).toBeTruthy();
  expect(dialog.getByText('your own account is not changed')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Delete', hidden: true }));
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
  const bodies = shell.http.calls
    .filter(({ method }) => method === 'POST')
    .map(({ options }) => options.body);
  expect(bodies).toEqual([
    { action: 'delete', usernames: ['rosa', 'karl'], dry_run: true },
    { action: 'delete', usernames: ['rosa', 'karl'] },
  ]);
});

it('says that the own account cannot be changed, instead of offering it [adm-01]', async () => {
  openAt(USERS, USERS, UserListPage, ({ http, user: caller }) => {
    caller.current = fakeUser({ name: 'karl' });
    http.on(`GET ${CALL}`, { users: [user('rosa'), user('karl')] });
  });
  const select = async (name: string) => {
    const row = (await screen.findByText(name)).closest('[role=row]') as HTMLElement;
    await userEvent.click(within(row).getByRole('checkbox'));
  };
  await select('karl');
  const bar = within(screen.getByRole('toolbar'));
  expect(bar.getByText(/^You cannot disable or delete your own account/)).toBeTruthy();
  expect(bar.queryByRole('button', { name: 'Delete' })).toBeNull();
  await select('rosa');
  expect(bar.getByRole('button', { name: 'Delete' })).toBeTruthy();
});

it('previews every line of an import before users are created [adm-01]', async () => {
  openAt(USER_IMPORT, USER_IMPORT, ImportPage, ({ http }) => {
    http.on(`POST ${CALL}/import`, ({ options }: { options: { body: { dry_run: boolean } } }) => ({
      dry_run: options.body.dry_run,
      created: 1,
      lines: [
        { line: 2, username: 'ann', outcome: 'created', groups: ['crew', 'readers'] },
        { line: 3, username: 'bea', outcome: 'invalid', reason: 'Group missing not found' },
      ],
    }));
  });
  await userEvent.type(await screen.findByRole('textbox', { name: 'CSV' }), 'username');
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  expect(await screen.findByText('Is created')).toBeTruthy();
  expect(screen.getByText('Groups: crew, readers')).toBeTruthy();
  expect(screen.getByText('Invalid: Group missing not found')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Create 1 user' }));
  expect(await screen.findByText('Created')).toBeTruthy();
});
