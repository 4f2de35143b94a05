import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { refuse } from '../testing/answers.ts';
import { openAt, placeOf } from '../testing/openAt.ts';
import { OtpPage } from './OtpPage.tsx';

const VERIFY = '/ui/api/v1/ui/auth/mfa/verify/ada';
const open = (answer: unknown, search = '?username=ada') =>
  openAt(`/login/otp-login${search}`, OtpPage, ({ http }) => http.on(`POST ${VERIFY}`, answer));
const code = () => screen.getByRole<HTMLInputElement>('textbox', { name: '6-digit code' });

it('submits 6 digits as soon as they are typed, and completes the sign-in [login-06]', async () => {
  const shell = open({ name: 'ada', mfaStatus: 'NONE' }, '?username=ada&redirectTo=%2Fui%2Fx');
  expect(screen.getByText(/Google Authenticator or your authenticator app/)).toBeTruthy();
  expect(document.activeElement).toBe(code());
  expect([code().autocomplete, code().inputMode]).toEqual(['one-time-code', 'numeric']);
  await userEvent.keyboard('123456');
  await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
  expect(shell.session.wishes).toEqual(['/ui/x']);
  expect(shell.http.calls.map(({ options }) => options.body)).toEqual([{ otp: '123456' }]);
});

it('accepts a code that was copied with spaces', async () => {
  const shell = open({ name: 'ada', mfaStatus: 'NONE' });
  await userEvent.click(code());
  await userEvent.paste(' 123 456\n');
  await waitFor(() => expect(shell.http.calls[0]?.options.body).toEqual({ otp: '123456' }));
});

it('redirects to the sign-in page after 403, with the platform’s message [login-12]', async () => {
  const shell = open(refuse(403, 'No sign-in in progress. Start over.'));
  await userEvent.keyboard('123456');
  await waitFor(() => expect(placeOf(shell)).toBe('/login'));
  expect(shell.notifications.shown.map(({ text }) => text)).toEqual(['No sign-in in progress. Start over.']);
});

it.each([
  [401, 'The code is invalid or was already used', 'The code is invalid or was already used'],
  [0, '', 'something went wrong'],
])('shows the platform’s message, or a generic error: %d [login-12]', async (status, words, said) => {
  open(refuse(status, words));
  await userEvent.keyboard('123456');
  expect((await screen.findByRole('alert')).textContent).toBe(said);
  expect(code().value).toBe('');
  expect(document.activeElement).toBe(code());
});

it('reports missing digits at the field', async () => {
  const shell = open({});
  await userEvent.keyboard('12ab3{Enter}');
  expect(code().value).toBe('123');
  expect(screen.getByText('Enter the 6 digits from your app')).toBeTruthy();
  expect(shell.http.calls).toEqual([]);
});

it('accepts a recovery code instead', async () => {
  const shell = open({ name: 'ada', mfaStatus: 'NONE' });
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Recovery code' }));
  await userEvent.keyboard('aaaaa-bbbbb{Enter}');
  await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
  expect(shell.http.calls[0]?.options.body).toEqual({ otp: 'aaaaa-bbbbb' });
});

it('says what to do without a device and without recovery codes', async () => {
  open({});
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  expect(screen.getByText(/no codes left, ask an administrator to reset/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Use a code from the app' }));
  expect(screen.queryByText(/no codes left/)).toBeNull();
});

it('redirects to the sign-in page when the URL names no user', async () => {
  const shell = open({}, '');
  await waitFor(() => expect(placeOf(shell)).toBe('/login'));
});
