import { HttpFailure } from '@lading/contract';
import type { UserSummary } from '@lading/contract/rest';
import { renderInShell } from '@lading/ui/testing';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { USERS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { UserListPage } from './UserListPage.tsx';

const CALL = 'GET /access/api/v2/users';
const user = (username: string, more: Partial<UserSummary> = {}): UserSummary => ({
  username,
  uri: `/access/api/v2/users/${username}`,
  realm: 'internal',
  status: 'enabled',
  email: `${username}@ship.example`,
  admin: false,
  groups: [],
  ...more,
});
const crew = [
  user('grace', { admin: true, groups: ['officers'], last_logged_in: '2026-01-02T03:04:05Z' }),
  user('ada', { groups: ['deckhands'] }),
];

/** Responds like the platform: with a page of what matches, in order. */
const answer =
  (all: readonly UserSummary[]) =>
  ({ options: { query = {} } }: { options: { query?: Record<string, unknown> } }) => {
    const { search = '', sort_by: order = 'name', cursor = 0, limit } = query;
    const keyOf = (each: UserSummary) => (order === 'name' ? each.username : (each.last_logged_in ?? ''));
    const found = all
      .filter(({ username, email }) => `${username} ${email}`.includes(String(search)))
      .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    const end = Number(cursor) + Number(limit);
    const next = end < found.length ? { cursor: String(end) } : {};
    return { users: found.slice(Number(cursor), end), ...next };
  };
const open = (search = '', users: unknown = answer(crew)) =>
  openAt(`${USERS}${search}`, USERS, UserListPage, ({ http }) => void http.on(CALL, users));
const names = () =>
  screen
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
    .filter((name) => name !== 'CSV' && name !== 'JSON');
const shown = () =>
  names().filter((name) => !['New User', 'Invite by Email', 'Import users'].includes(name ?? ''));

describe('the list of users', () => {
  it('shows the details of each user, by name, with a link to the user [adm-01]', async () => {
    open();
    const link = await screen.findByRole('link', { name: 'grace' });
    expect(link.getAttribute('href')).toBe('/ui/admin/management/users/edit/grace');
    expect(shown()).toEqual(['ada', 'grace']);
    expect(link.closest('[role=row]')?.textContent).toContain('Administrator');
    expect(screen.getByRole('status').textContent).toBe('2 users');
    expect(screen.getByRole('link', { name: 'New User' }).getAttribute('href')).toBe(
      '/ui/admin/management/users/new',
    );
  });

  it('keeps filter and order in the address', async () => {
    const { navigation } = open();
    await screen.findByRole('link', { name: 'ada' });
    await userEvent.click(screen.getByRole('button', { name: 'Last sign-in' }));
    expect(navigation.place.search).toBe('?sort_by=lastSignIn');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter users' }), 'ad');
    await waitFor(() => expect(navigation.place.search).toBe('?filter=ad&sort_by=lastSignIn'));
    await waitFor(() => expect(shown()).toEqual(['ada']));
  });

  it('shows that no user matches the filter, and clears it', async () => {
    const { navigation } = open('?filter=bosun');
    expect(await screen.findByText('No results for “bosun”')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filter' }));
    expect(navigation.place.search).toBe('');
    expect(await screen.findByRole('link', { name: 'ada' })).toBeTruthy();
  });

  it('is restored on going back, and reloaded on a new visit', async () => {
    const { http, navigation } = open('?filter=ada');
    await userEvent.click(await screen.findByRole('link', { name: 'ada' }));
    expect(screen.queryByRole('grid')).toBeNull();
    navigation.move(-1);
    expect(await screen.findByRole('link', { name: 'ada' })).toBeTruthy();
    expect(http.calls).toHaveLength(1);
    await navigation.go('/elsewhere');
    await navigation.go(USERS);
    await waitFor(() => expect(http.calls).toHaveLength(2));
  });

  it('is as it was for who goes back to it from another plugin', async () => {
    const shell = open('?filter=ada');
    await screen.findByRole('link', { name: 'ada' });
    await shell.navigation.go('/packages');
    cleanup();
    shell.navigation.move(-1);
    renderInShell(shell.again(), <UserListPage />, USERS);
    expect(await screen.findByRole('link', { name: 'ada' })).toBeTruthy();
    expect(shell.http.calls).toHaveLength(1);
  });

  it('finds one of ten thousand, and loads only the first page of all [adm-01]', async () => {
    const users = Array.from({ length: 10_000 }, (_none, at) => user(`sailor-${at}`));
    const { http } = open('?filter=sailor-9999', answer(users));
    expect(await screen.findByRole('link', { name: 'sailor-9999' })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('1 user');
    await userEvent.clear(screen.getByRole('searchbox', { name: 'Filter users' }));
    expect(await screen.findByRole('link', { name: 'sailor-0' })).toBeTruthy();
    expect(http.calls.map(({ options }) => options.query)).toEqual([
      { search: 'sailor-9999', limit: 100 },
      { limit: 100 },
    ]);
  });

  it('shows why nothing is listed, and retries', async () => {
    let broken = true;
    open('', () => {
      if (broken) throw new HttpFailure(503, 'The database is not responding.');
      return { users: crew };
    });
    expect((await screen.findByRole('alert')).textContent).toContain('The database is not responding.');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'ada' })).toBeTruthy();
  });
});
