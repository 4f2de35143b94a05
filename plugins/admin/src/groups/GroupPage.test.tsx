import { HttpFailure } from '@lading/contract';
import type { GroupDetails } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { GROUPS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { GroupListPage } from './GroupListPage.tsx';
import { GroupPage } from './GroupPage.tsx';

const CALL = '/access/api/v2/groups';
const deckhands: GroupDetails = {
  name: 'deckhands',
  description: 'All who work on deck',
  auto_join: false,
  admin_privileges: false,
  members: Array.from({ length: 60 }, (_none, at) => `sailor-${at}`),
};
const users = ['ada', 'grace'].map((username) => ({ username }));

const openOne = (path: string, route: string, prepare: (shell: FakeShell) => void) =>
  openAt(path, route, GroupPage, (shell) => {
    shell.http.on('GET /access/api/v2/users', { users });
    shell.http.on('GET /access/api/v2/permissions', { permissions: [] });
    prepare(shell);
  });
const openDeckhands = (prepare: (shell: FakeShell) => void = () => {}) =>
  openOne(`${GROUPS}/edit/deckhands`, `${GROUPS}/edit/:name`, (shell) => {
    shell.http.on(`GET ${CALL}/deckhands`, deckhands);
    prepare(shell);
  });
const sent = ({ http }: FakeShell) =>
  http.calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, options }) => [method, path, options.body]);

it('lists the groups with how many members each has [adm-01]', async () => {
  openAt(GROUPS, GROUPS, GroupListPage, ({ http }) => {
    const { members: _members, name: group_name, ...rest } = deckhands;
    http.on(`GET ${CALL}`, { groups: [{ ...rest, group_name, uri: '', members_count: 1234 }] });
  });
  const link = await screen.findByRole('link', { name: 'deckhands' });
  expect(link.getAttribute('href')).toBe('/ui/admin/management/groups/edit/deckhands');
  expect(link.closest('[role=row]')?.textContent).toContain('1,234');
});

describe('a group', () => {
  it('is made with its members [route-09]', async () => {
    const shell = openOne(`${GROUPS}/new`, `${GROUPS}/new`, ({ http }) => void http.on(`POST ${CALL}`, {}));
    await userEvent.type(screen.getByLabelText(/^Group name/), 'officers');
    await userEvent.type(screen.getByRole('combobox', { name: 'Members' }), 'gra{Enter}');
    await userEvent.click(screen.getByLabelText('Members are administrators'));
    await userEvent.click(screen.getByRole('button', { name: 'Create Group' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(GROUPS));
    expect(sent(shell)).toEqual([
      ['POST', CALL, { name: 'officers', admin_privileges: true, members: ['grace'] }],
    ]);
  });

  it('shows its members, and more of them on request [adm-01]', async () => {
    openDeckhands();
    const list = await screen.findByRole('list', { name: 'Members' });
    expect(list.children).toHaveLength(50);
    await userEvent.click(screen.getByRole('button', { name: 'Show 10 more' }));
    expect(list.children).toHaveLength(60);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search Members' }), 'sailor-59{Enter}');
    expect(screen.getByRole('list', { name: 'Members' }).textContent).toBe('sailor-59');
  });

  it('sends only changed fields', async () => {
    const shell = openDeckhands(({ http }) => void http.on(`PATCH ${CALL}/deckhands`, deckhands));
    await userEvent.click(await screen.findByLabelText('Add new users'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(GROUPS));
    expect(sent(shell)).toEqual([['PATCH', `${CALL}/deckhands`, { auto_join: true }]]);
  });

  const openFew = (save: () => unknown) =>
    openOne(`${GROUPS}/edit/deckhands`, `${GROUPS}/edit/:name`, ({ http }) => {
      http.on(`GET ${CALL}/deckhands`, { ...deckhands, members: ['ann', 'bea'] }, { etag: '"1"' });
      http.on(`PATCH ${CALL}/deckhands`, save);
      http.on(`PATCH ${CALL}/deckhands/members`, { members: ['bea', 'grace'] });
    });
  const replaceAnn = async () => {
    await userEvent.type(await screen.findByRole('combobox', { name: 'Members' }), 'gra{Enter}');
    await userEvent.click(screen.getByRole('button', { name: /Remove ann/ }));
  };

  it('adds and removes only the members that the user changed [adm-01]', async () => {
    const shell = openFew(() => deckhands);
    await replaceAnn();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(GROUPS));
    expect(sent(shell)).toEqual([
      ['PATCH', `${CALL}/deckhands/members`, { add: ['grace'], remove: ['ann'] }],
    ]);
  });

  it('saves members and fields with one request: all or nothing [adm-01]', async () => {
    const shell = openFew(() => {
      throw new HttpFailure(412, 'The group was changed', 'CHANGED_SINCE');
    });
    await replaceAnn();
    await userEvent.click(screen.getByLabelText('Add new users'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/changed after you opened this page/)).toBeTruthy();
    const change = { auto_join: true, members: ['grace', 'bea'] };
    expect(sent(shell)).toEqual([['PATCH', `${CALL}/deckhands`, change]]);
    // The search for users may still be asking, so this is not always the last call.
    const saved = shell.http.calls.find(({ method }) => method === 'PATCH');
    expect(saved?.options.headers).toMatchObject({ 'if-match': '"1"' });
  });

  it('is deleted after what goes with it was named', async () => {
    const shell = openDeckhands(({ http }) => void http.on(`DELETE ${CALL}/deckhands`, undefined));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(GROUPS));
    expect(shell.modals.asked[0]?.text).toContain('Its 60 members lose the permissions of the group.');
  });

  it('says at its members that they could not be found', async () => {
    openAt(`${GROUPS}/new`, `${GROUPS}/new`, GroupPage, ({ http }) =>
      http.on('GET /access/api/v2/users', () => {
        throw new HttpFailure(503, 'The database is not responding.');
      }),
    );
    await userEvent.click(screen.getByRole('combobox', { name: 'Members' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The database is not responding.');
  });
});
