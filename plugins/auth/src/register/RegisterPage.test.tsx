import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { refuse } from '../testing/answers.ts';
import { openAt } from '../testing/openAt.ts';
import { RegisterPage } from './RegisterPage.tsx';

const REGISTER = '/ui/api/v1/access/auth/register';
const open = (enabled: boolean, answer: unknown = { message: 'ok' }) =>
  openAt('/login/registration', RegisterPage, ({ http }) => {
    http.on(`GET ${REGISTER}`, { enabled });
    http.on(`POST ${REGISTER}`, answer);
  });
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Email address' });

it('sends an email to the user who registers', async () => {
  const shell = open(true);
  await userEvent.type(await field(), ' bea@example.org {Enter}');
  expect(await screen.findByText(/an email is on its way/)).toBeTruthy();
  expect(shell.http.calls.at(-1)?.options.body).toEqual({ email: 'bea@example.org' });
});

it('reports an invalid email address at the field, whether found here or by the platform', async () => {
  open(true, refuse(400, 'This domain may not register', 'BAD_EMAIL'));
  await userEvent.type(await field(), 'bea{Enter}');
  expect(screen.getByText('Enter your email address, such as ada@example.org')).toBeTruthy();
  await userEvent.type(await field(), '@example.org{Enter}');
  expect(await screen.findByText('This domain may not register')).toBeTruthy();
  expect((await field()).value).toBe('bea@example.org');
});

it('refers to an administrator when self-registration is off', async () => {
  open(false);
  expect(await screen.findByText(/Ask an administrator for an invitation/)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});
