import { HttpFailure } from '@lading/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { ChangePasswordPage } from './ChangePasswordPage.tsx';

const CHANGE = 'POST /ui/api/v1/ui/auth/changePassword';

function open(change: unknown, search = '?username=ada') {
  return openAt(`/login/change-password${search}`, ChangePasswordPage, ({ http }) => {
    http.on(CHANGE, change);
    http.on('POST /ui/api/v1/ui/auth/login', { name: 'ada' });
  });
}

async function fill(old: string, fresh: string, again: string) {
  for (const [label, text] of [
    ['Current password', old],
    ['New password', fresh],
    ['Confirm new password', again],
  ] as const) {
    if (text) await userEvent.type(screen.getByLabelText(label), text);
  }
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
}

it('changes the password of the user named in the URL, and signs in with it [login-11]', async () => {
  const shell = open({});
  expect(
    screen.getByText('The password of ada has expired or is temporary. Choose a new password to sign in.'),
  ).toBeTruthy();
  await fill('old', 'fresh', 'fresh');
  await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
  expect(shell.http.calls.map(({ options }) => options.body)).toEqual([
    { userName: 'ada', oldPassword: 'old', newPassword1: 'fresh', newPassword2: 'fresh' },
    { user: 'ada', password: 'fresh', type: 'login' },
  ]);
});

it('offers to revoke access tokens and the API key', async () => {
  const shell = open({});
  await userEvent.click(screen.getByLabelText('Revoke my access tokens and API key'));
  await fill('old', 'fresh', 'fresh');
  await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
  expect(shell.http.calls[0]?.options.body).toMatchObject({ newPassword1: 'fresh', revokeTokens: true });
});

it('shows validation errors at the fields', async () => {
  const shell = open({});
  await fill('old', 'old', 'other');
  expect(screen.getByText('The new password must be different from the current one')).toBeTruthy();
  expect(screen.getByText('The new passwords do not match')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('New password'));
  expect(shell.http.calls).toEqual([]);
});

it.each([
  [400, 'The password must have at least 8 characters', 'The password must have at least 8 characters'],
  [0, '', 'Failed to change password'],
])('shows why the platform rejected it: %d [login-13]', async (status, words, said) => {
  open(() => {
    throw new HttpFailure(status, words);
  });
  await fill('old', 'fresh', 'fresh');
  expect((await screen.findByRole('alert')).textContent).toBe(said);
});

it('prompts for a code when the platform requires one, and signs in with it', async () => {
  let sent = 0;
  const shell = open(() => {
    if (++sent === 1) throw new HttpFailure(403, 'The code too', 'OTP_REQUIRED');
    if (sent === 2) throw new HttpFailure(401, 'Invalid code', 'BAD_OTP');
    return {};
  });
  expect(screen.queryByLabelText('One-time code or recovery code')).toBeNull();
  await fill('old', 'fresh', 'fresh');
  const code = await screen.findByLabelText('One-time code or recovery code');
  expect(screen.getByText('The code too')).toBeTruthy();
  expect(document.activeElement).toBe(code);
  await userEvent.keyboard('{Enter}');
  expect(screen.getByText('Enter the code from your app, or one of your recovery codes')).toBeTruthy();
  await userEvent.type(code, '000000{Enter}');
  expect(await screen.findByText('Invalid code')).toBeTruthy();
  await userEvent.clear(code);
  await userEvent.type(code, ' 123456 {Enter}');
  await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
  const change = { userName: 'ada', oldPassword: 'old', newPassword1: 'fresh', newPassword2: 'fresh' };
  expect(shell.http.calls.map(({ options }) => options.body)).toEqual([
    change,
    { ...change, otp: '000000' },
    { ...change, otp: '123456' },
  ]);
});

it('redirects to the sign-in page when the URL names no user', async () => {
  const shell = open({}, '');
  await waitFor(() => expect(shell.navigation.place.pathname).toBe('/login'));
});
