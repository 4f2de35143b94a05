import { HttpFailure } from '@lading/contract';
import type { UserDetails } from '@lading/contract/rest';
import { type FakeShell, fakeUser } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { USERS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { UserPage } from './UserPage.tsx';

const CALL = '/access/api/v2/users';
const grace: UserDetails = {
  username: 'grace',
  email: 'grace@ship.example',
  admin: true,
  profile_updatable: true,
  disable_ui_access: false,
  internal_password_disabled: false,
  groups: ['officers'],
  realm: 'internal',
  status: 'enabled',
  mfa_status: 'ENROLLED',
  last_logged_in: '2026-01-02T03:04:05Z',
};
const groups = [
  {
    group_name: 'deckhands',
    uri: '',
    description: '',
    auto_join: false,
    admin_privileges: false,
    members_count: 2,
  },
  {
    group_name: 'officers',
    uri: '',
    description: '',
    auto_join: false,
    admin_privileges: true,
    members_count: 1,
  },
];

const prepare =
  (more: (shell: FakeShell) => void = () => {}) =>
  (shell: FakeShell) => {
    shell.http.on('GET /access/api/v2/groups', { groups });
    const all = { name: 'all', uri: '', repositories: ['ANY'], users: ['grace'], groups: [] };
    shell.http.on('GET /access/api/v2/permissions', { permissions: [all] });
    more(shell);
  };
const openNew = (more?: (shell: FakeShell) => void) =>
  openAt(`${USERS}/new`, `${USERS}/new`, UserPage, prepare(more));
const openGrace = (more?: (shell: FakeShell) => void) =>
  openAt(
    `${USERS}/edit/grace`,
    `${USERS}/edit/:name`,
    UserPage,
    prepare((shell) => {
      shell.http.on(`GET ${CALL}/grace`, grace);
      more?.(shell);
    }),
  );
const sent = ({ http }: FakeShell) =>
  http.calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, options }) => [method, path, options.body]);

describe('a new user', () => {
  it('is made with its groups, and one comes to the list [route-09]', async () => {
    const shell = openNew(({ http }) => void http.on(`POST ${CALL}`, {}));
    await userEvent.type(screen.getByLabelText(/^User name/), 'ada');
    await userEvent.type(screen.getByLabelText(/^Password/), 'hold-fast-to-Th1s');
    await userEvent.type(screen.getByRole('combobox', { name: 'Groups' }), 'deck{Enter}');
    expect(await screen.findByRole('button', { name: 'Remove deckhands' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Create User' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(USERS));
    expect(sent(shell)).toEqual([
      ['POST', CALL, { username: 'ada', password: 'hold-fast-to-Th1s', groups: ['deckhands'] }],
    ]);
    expect(shell.notifications.shown).toEqual([{ kind: 'success', text: 'ada created' }]);
  });

  it('is not created while fields are invalid: each shows its error, and a summary links to them', async () => {
    const shell = openNew();
    await userEvent.type(screen.getByLabelText(/^User name/), 'no way');
    await userEvent.click(screen.getByRole('button', { name: 'Create User' }));
    const summary = await screen.findByText('2 fields are invalid:');
    await waitFor(() => expect(summary.parentElement).toBe(document.activeElement));
    await userEvent.click(screen.getByRole('button', { name: 'Password: This field is mandatory' }));
    expect(document.activeElement).toBe(screen.getByLabelText(/^Password/));
    expect(sent(shell)).toEqual([]);
  });

  it('has the platform’s refusal at the field that it is about', async () => {
    openNew(({ http }) =>
      http.on(`POST ${CALL}`, () => {
        throw new HttpFailure(409, 'User ada already exists', 'USER_EXISTS');
      }),
    );
    await userEvent.type(screen.getByLabelText(/^User name/), 'ada');
    await userEvent.type(screen.getByLabelText(/^Password/), 'hold-fast-to-Th1s');
    await userEvent.click(screen.getByRole('button', { name: 'Create User' }));
    expect((await screen.findByRole('alert')).textContent).toBe('User ada already exists');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^User name/)));
  });

  it('confirms before unsaved changes are lost', async () => {
    const shell = openNew();
    expect(shell.navigation.blocked).toBeUndefined();
    await userEvent.type(screen.getByLabelText('Email'), 'x');
    expect(shell.navigation.blocked).toBe('You have unsaved changes.');
  });
});

describe('a user', () => {
  it('is shown with all that is known: groups, rights, last sign-in [adm-01]', async () => {
    openGrace();
    expect(await screen.findByDisplayValue('grace@ship.example')).toBeTruthy();
    expect(screen.getByText('Last sign-in').nextSibling?.textContent).not.toBe('Never');
    expect(screen.getByRole('list', { name: 'Groups' }).textContent).toBe('officers');
    expect(screen.getByLabelText('Console access disabled')).toHaveProperty('checked', false);
    expect(await screen.findByText('Already an administrator as a member of officers.')).toBeTruthy();
  });

  it('sends only changed fields: an administrator by group does not become one directly', async () => {
    const shell = openGrace(({ http }) => void http.on(`PATCH ${CALL}/grace`, grace));
    await userEvent.click(await screen.findByLabelText('Can sign in'));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(USERS));
    expect(sent(shell)).toEqual([['PATCH', `${CALL}/grace`, { status: 'disabled' }]]);
  });

  it('is deleted after what goes with it was named', async () => {
    const shell = openGrace(({ http }) => void http.on(`DELETE ${CALL}/grace`, undefined));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(shell.navigation.place.pathname).toBe(USERS));
    expect(shell.modals.asked[0]).toMatchObject({ title: 'Delete grace?', verb: 'Delete', danger: true });
    expect(shell.modals.asked[0]?.text).toContain(
      'with all tokens, sessions, and memberships in 1 group, and access through 1 permission.',
    );
  });

  it('is not deleted while the platform needs the user, and shows why', async () => {
    const shell = openGrace(({ http }) =>
      http.on(`DELETE ${CALL}/grace`, () => {
        throw new HttpFailure(409, 'At least one administrator is required');
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(shell.notifications.shown).toEqual([
        { kind: 'error', text: 'Failed to delete grace: At least one administrator is required' },
      ]),
    );
  });

  it('that is gone is said to be', async () => {
    openAt(`${USERS}/edit/nobody`, `${USERS}/edit/:name`, UserPage, ({ http }) => {
      http.on('GET /access/api/v2/users/nobody', () => {
        throw new HttpFailure(404, 'User nobody not found');
      });
    });
    expect((await screen.findByRole('alert')).textContent).toContain('User nobody not found');
  });

  it('loses its second factor to an administrator who was asked whether he means it', async () => {
    const shell = openGrace(({ http }) => void http.on('DELETE /access/api/v1/mfa/grace', undefined));
    await userEvent.click(await screen.findByRole('button', { name: 'Reset MFA' }));
    expect(await screen.findByText('None', { selector: 'dd' })).toBeTruthy();
    expect(shell.modals.asked[0]).toMatchObject({
      title: 'Reset MFA for grace?',
      danger: true,
    });
    expect(shell.notifications.shown).toEqual([{ kind: 'success', text: 'MFA reset for grace' }]);
  });
});

it('does not offer to delete or disable the own account, and says why [adm-02]', async () => {
  openGrace((shell) => {
    shell.user.current = fakeUser({ name: 'grace' });
  });
  const enabled = await screen.findByRole('checkbox', { name: 'Can sign in' });
  expect(enabled).toHaveProperty('disabled', true);
  expect(screen.getByText(/^You cannot disable or delete your own account/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});
