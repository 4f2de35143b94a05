import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { refuse } from '../testing/answers.ts';
import { openAt } from '../testing/openAt.ts';
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx';

const open = (answer: unknown, search = '') =>
  openAt(`/login/forgot-password${search}`, ForgotPasswordPage, ({ http }) =>
    http.on('POST /ui/api/v1/ui/auth/forgotpassword', answer),
  );
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'User name or email address' });

it('requests the email for the user name from the sign-in form, and explains the next step [login-13]', async () => {
  const shell = open({ message: 'ok' }, '?username=ada');
  expect(field().value).toBe('ada');
  expect(document.activeElement).toBe(field());
  await userEvent.keyboard('{Enter}');
  const said = await screen.findByText(/an email is on its way/);
  expect(document.activeElement).toBe(said);
  expect(shell.http.calls.map(({ options }) => options.body)).toEqual([{ user: 'ada' }]);
});

it.each([
  [429, 'Too many attempts', 'Too many attempts'],
  [409, "Email wasn't sent", "Email wasn't sent"],
  [0, '', "Email wasn't sent"],
])('keeps the typed value, and shows why no email was sent: %d [login-13]', async (status, words, said) => {
  open(refuse(status, words));
  await userEvent.type(field(), 'ada@example.org{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(said);
  expect(field().value).toBe('ada@example.org');
});

it('reports a missing user name at the field, and sends no request', async () => {
  const shell = open({});
  await userEvent.click(screen.getByRole('button', { name: 'Send email' }));
  expect(screen.getByText('Enter your user name or email address')).toBeTruthy();
  expect(document.activeElement).toBe(field());
  expect(shell.http.calls).toEqual([]);
});
