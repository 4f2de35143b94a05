import { type FakeShell, fakeShell } from '@lading/contract/testing';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refuse } from '../testing/answers.ts';
import { SignInDialog } from './SignInDialog.tsx';

// jsdom does not implement modal dialogs.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

function open(
  login: unknown,
  reason: 'ended' | 'confirm' = 'ended',
  prepare: (shell: FakeShell) => void = () => {},
) {
  const shell = fakeShell();
  shell.http.on('POST /ui/api/v1/ui/auth/loginRelatedData', { canRememberMe: false });
  shell.http.on('POST /ui/api/v1/ui/auth/login', login);
  prepare(shell);
  const onSignedIn = vi.fn();
  const onCancel = vi.fn();
  render(
    <>
      <input aria-label="Half-filled" defaultValue="half" />
      <SignInDialog shell={shell} reason={reason} onSignedIn={onSignedIn} onCancel={onCancel} />
    </>,
  );
  return { shell, onSignedIn, onCancel };
}

it('signs in over the page as the previous user, and leaves the page unchanged', async () => {
  const { onSignedIn, shell } = open({ name: 'ada' });
  expect(screen.getByRole('dialog', { name: 'Sign in again' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'User name' })).toHaveProperty('value', 'ada');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  await userEvent.keyboard('right{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(shell.session.asked).toEqual([]);
  expect(screen.getByLabelText('Half-filled')).toHaveProperty('value', 'half');
});

it('shows the platform’s message', async () => {
  const { onSignedIn } = open(refuse(401, 'The password is incorrect'));
  await userEvent.keyboard('wrong{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe('The password is incorrect');
  expect(onSignedIn).not.toHaveBeenCalled();
});

const expired = refuse(403, 'The password has expired', 'CREDENTIALS_EXPIRED');
async function choose() {
  await userEvent.keyboard('old{Enter}');
  await userEvent.type(await screen.findByLabelText('Current password'), 'old');
  await userEvent.type(screen.getByLabelText('New password'), 'fresh');
  await userEvent.type(screen.getByLabelText('Confirm new password'), 'fresh');
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
}

it('replaces an expired password in the dialog, and continues with the new one', async () => {
  const answers: unknown[] = [expired, { name: 'ada' }];
  const { onSignedIn, shell } = open(
    () => {
      const answer = answers.shift();
      return typeof answer === 'function' ? answer() : answer;
    },
    'ended',
    ({ http }) => http.on('POST /ui/api/v1/ui/auth/changePassword', {}),
  );
  await choose();
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(shell.http.calls.at(-1)?.options.body).toMatchObject({ user: 'ada', password: 'fresh' });
  expect(screen.getByLabelText('Half-filled')).toHaveProperty('value', 'half');
});

it('reports that a password was saved even when signing in with it fails', async () => {
  const answers = [expired, refuse(503, 'Away')];
  const { onSignedIn } = open(
    () => answers.shift()?.(),
    'ended',
    ({ http }) => http.on('POST /ui/api/v1/ui/auth/changePassword', {}),
  );
  await choose();
  expect(await screen.findByText('Password changed. Sign in with the new password.')).toBeTruthy();
  expect(screen.getByLabelText('Password')).toHaveProperty('value', '');
  expect(onSignedIn).not.toHaveBeenCalled();
});

const MFA = '/ui/api/v1/ui/auth/mfa';

it('sets up MFA in the dialog, and cannot be closed before the recovery codes are confirmed', async () => {
  URL.createObjectURL = () => 'blob:codes';
  URL.revokeObjectURL = () => {};
  const { onSignedIn, onCancel } = open({ name: 'ada', mfaStatus: 'ENROLL' }, 'ended', ({ http }) => {
    http.on(`GET ${MFA}/enroll/ada`, { qr: 'data:image/svg+xml,<svg/>', secret: 'JBSWY3DP', uri: 'x' });
    http.on(`POST ${MFA}/verify/ada`, { name: 'ada', mfaStatus: 'NONE', recoveryCodes: ['aaaaa-bbbbb'] });
  });
  await userEvent.keyboard('right{Enter}');
  expect(await screen.findByRole('img', { name: 'QR code for the app' })).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: '6-digit code' }), '123456');
  expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy();
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Save your recovery codes' });
  fireEvent(dialog, new Event('cancel', { cancelable: true }));
  // Chromium closes the dialog like this on a second Escape.
  dialog.close();
  fireEvent(dialog, new Event('close'));
  expect(dialog.open).toBe(true);
  expect([onCancel.mock.calls, onSignedIn.mock.calls]).toEqual([[], []]);
  await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
});

it('explains why the form is back when no sign-in is waiting for a code any longer', async () => {
  const { onSignedIn } = open({ name: 'ada', mfaStatus: 'VERIFY' }, 'ended', ({ http }) =>
    http.on(`POST ${MFA}/verify/ada`, refuse(403, 'No sign-in in progress. Start over.')),
  );
  await userEvent.keyboard('right{Enter}');
  await userEvent.type(await screen.findByRole('textbox', { name: '6-digit code' }), '123456');
  expect((await screen.findByRole('alert')).textContent).toBe('No sign-in in progress. Start over.');
  expect(screen.getByLabelText('Password')).toHaveProperty('value', '');
  expect(onSignedIn).not.toHaveBeenCalled();
});

it('can be canceled', async () => {
  const { onCancel } = open({});
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onCancel).toHaveBeenCalledOnce();
});

it('explains why it is open', () => {
  open({});
  expect(screen.getByText('Your session has expired. Your work on this page is kept.')).toBeTruthy();
  cleanup();
  open({}, 'confirm');
  expect(screen.getByText(/affects access. Sign in again to confirm/)).toBeTruthy();
});

const knownByProxy = (realm: string) => (shell: FakeShell) => {
  if (shell.user.current) shell.user.current = { ...shell.user.current, realm };
  shell.http.on('POST /ui/api/v1/ui/auth/loginRelatedData', { canRememberMe: false, silentWays: ['http'] });
  shell.http.on('GET /ui/api/v1/ui/auth/sso/http', { name: 'ada' });
};

it.each([
  ['ended', 'internal'],
  ['confirm', 'http'],
] as const)('asks nothing of whom a proxy names, where that is enough: %s, %s', async (reason, realm) => {
  const { onSignedIn } = open({}, reason, knownByProxy(realm));
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
});

it('requires users who have a password to confirm with it, even behind a proxy', async () => {
  const { shell, onSignedIn } = open({ name: 'ada' }, 'confirm', knownByProxy('internal'));
  await userEvent.keyboard('right{Enter}');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(shell.http.calls.filter(({ path }) => path.includes('/sso/'))).toEqual([]);
});

it.each([
  ['ended', null],
  ['confirm', 'true'],
] as const)('makes a provider prompt again only for confirmations: %s', async (reason, confirm) => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const url = '/ui/api/v1/ui/oauth/port/login';
  open({}, reason, ({ http }) =>
    http.on('GET /ui/api/v1/ui/oauth/providers', [{ name: 'Port', type: 'openid', url }]),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Port' }));
  const address = new URL(String(opened.mock.calls[0]?.[0]), 'http://localhost');
  expect([address.pathname, address.searchParams.get('confirm')]).toEqual([url, confirm]);
  opened.mockRestore();
});
