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

it('sends six digits as soon as they are typed, and finishes the sign-in [login-06]', async () => {
  const shell = open({ name: 'ada', mfaStatus: 'NONE' }, '?username=ada&redirectTo=%2Fui%2Fx');
  expect(screen.getByText(/Google Authenticator or your authenticator app/)).toBeTruthy();
  expect(document.activeElement).toBe(code());
  expect([code().autocomplete, code().inputMode]).toEqual(['one-time-code', 'numeric']);
  await userEvent.keyboard('123456');
  await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
  expect(shell.session.wishes).toEqual(['/ui/x']);
  expect(shell.http.calls.map(({ options }) => options.body)).toEqual([{ otp: '123456' }]);
});

it('takes a code as it was copied', async () => {
  const shell = open({ name: 'ada', mfaStatus: 'NONE' });
  await userEvent.click(code());
  await userEvent.paste(' 123 456\n');
  await waitFor(() => expect(shell.http.calls[0]?.options.body).toEqual({ otp: '123456' }));
});

it('leads back to the sign-in page after 403, in the platform’s words [login-12]', async () => {
  const shell = open(refuse(403, 'No sign-in waits: begin anew'));
  await userEvent.keyboard('123456');
  await waitFor(() => expect(placeOf(shell)).toBe('/login'));
  expect(shell.notifications.shown.map(({ text }) => text)).toEqual(['No sign-in waits: begin anew']);
});

it.each([
  [401, 'The code is invalid or was already used', 'The code is invalid or was already used'],
  [0, '', 'something went wrong'],
])(
  'says otherwise what the platform said, or that something went wrong: %d [login-12]',
  async (status, words, said) => {
    open(refuse(status, words));
    await userEvent.keyboard('123456');
    expect((await screen.findByRole('alert')).textContent).toBe(said);
    expect(code().value).toBe('');
    expect(document.activeElement).toBe(code());
  },
);

it('says at the field that digits are missing', async () => {
  const shell = open({});
  await userEvent.keyboard('12ab3{Enter}');
  expect(code().value).toBe('123');
  expect(screen.getByText('Enter the 6 digits from your app')).toBeTruthy();
  expect(shell.http.calls).toEqual([]);
});

it('takes a recovery code instead', async () => {
  const shell = open({ name: 'ada', mfaStatus: 'NONE' });
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Recovery code' }));
  await userEvent.keyboard('aaaaa-bbbbb{Enter}');
  await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
  expect(shell.http.calls[0]?.options.body).toEqual({ otp: 'aaaaa-bbbbb' });
});

it('leads to the sign-in page where no user is named', async () => {
  const shell = open({}, '');
  await waitFor(() => expect(placeOf(shell)).toBe('/login'));
});
