import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { refuse } from '../testing/answers.ts';
import { openAt, placeOf } from '../testing/openAt.ts';
import { ResetPasswordPage } from './ResetPasswordPage.tsx';

const UI = '/ui/api/v1/ui/auth';
const PASSWORD = 'a long new password';

const open = (answers: { valid?: unknown; reset?: unknown; login?: unknown } = {}, search = '?key=a-key') =>
  openAt(
    `/login/reset-password${search}`,
    ResetPasswordPage,
    ({ http }) => {
      http.on(`POST ${UI}/validatetoken`, answers.valid ?? { user: 'ada' });
      http.on(`POST ${UI}/resetpassword`, answers.reset ?? { message: 'ok' });
      http.on(`POST ${UI}/login`, answers.login ?? { name: 'ada', mfaStatus: '' });
    },
    '/login/reset-password',
  );
const fresh = () => screen.findByLabelText<HTMLInputElement>('New password');
async function fill(again = PASSWORD) {
  await userEvent.type(await fresh(), PASSWORD);
  await userEvent.type(screen.getByLabelText('Confirm new password'), `${again}{Enter}`);
}

it('validates the key with the platform, saves the new password, and signs in with it [login-13, login-14]', async () => {
  const shell = open();
  expect(await screen.findByText('For user ada.')).toBeTruthy();
  await fill();
  await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
  expect(shell.http.calls.map(({ path, options: { query, body } }) => [path, query, body])).toEqual([
    [`${UI}/validatetoken`, { key: 'a-key' }, undefined],
    [`${UI}/resetpassword`, { key: 'a-key' }, { user: 'ada', password: PASSWORD }],
    [
      `${UI}/login`,
      { _spring_security_remember_me: false },
      { user: 'ada', password: PASSWORD, type: 'login' },
    ],
  ]);
});

it('offers to revoke access tokens and the API key', async () => {
  const shell = open();
  await userEvent.click(await screen.findByLabelText('Revoke my access tokens and API key'));
  await fill();
  await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
  expect(shell.http.calls[1]?.options.body).toEqual({ user: 'ada', password: PASSWORD, revokeTokens: true });
});

it('redirects to the sign-in page when the URL has no key [login-14]', async () => {
  const shell = open({}, '');
  await waitFor(() => expect(placeOf(shell)).toBe('/login?logout=true'));
  expect(shell.http.calls).toEqual([]);
});

it('shows no form for an invalid key, but a link to request another [login-14]', async () => {
  open({ valid: refuse(401, 'Wrong', 'BAD_KEY') });
  expect((await screen.findByRole('alert')).textContent).toContain('This link is invalid');
  expect(screen.getByRole('link', { name: 'Request another email' }).getAttribute('href')).toBe(
    '/ui/login/forgot-password',
  );
  expect(screen.queryByLabelText('New password')).toBeNull();
});

it('reports that the key could not be validated, and retries', async () => {
  const answers = [refuse(503, 'The database is away'), () => ({ user: 'ada' })];
  open({ valid: () => answers.shift()?.() });
  expect((await screen.findByRole('alert')).textContent).toBe('The database is away');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await fresh()).toBeTruthy();
});

it('shows validation errors at the fields', async () => {
  const shell = open({ reset: refuse(400, 'At least 12 characters are expected', 'BAD_PASSWORD') });
  await fill('another');
  expect(screen.getByText('The new passwords do not match')).toBeTruthy();
  expect(shell.http.calls).toHaveLength(1);
  await userEvent.clear(screen.getByLabelText('Confirm new password'));
  await userEvent.type(screen.getByLabelText('Confirm new password'), `${PASSWORD}{Enter}`);
  expect(await screen.findByText('At least 12 characters are expected')).toBeTruthy();
  expect((await fresh()).getAttribute('aria-invalid')).toBe('true');
});

it('reports the failure when the platform gives no reason [login-13]', async () => {
  open({ reset: refuse(0) });
  await fill();
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to reset the password');
});

it('continues with MFA for users who have it [login-06]', async () => {
  const shell = open({ login: { name: 'ada', mfaStatus: 'VERIFY' } });
  await fill();
  await waitFor(() => expect(placeOf(shell)).toBe('/login/otp-login?username=ada'));
});

it('redirects to the sign-in page, with the password saved, when signing in with it fails', async () => {
  const shell = open({ login: refuse(429, 'Too many') });
  await fill();
  await waitFor(() => expect(placeOf(shell)).toBe('/login?logout=true&username=ada'));
  expect(shell.notifications.shown.map(({ text }) => text)).toEqual([
    'Password changed. Sign in with the new password.',
  ]);
});
