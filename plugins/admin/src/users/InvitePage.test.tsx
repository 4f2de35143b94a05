import { HttpFailure } from '@lading/contract';
import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { INVITE, USERS } from '../paths.ts';
import { openAt } from '../testing/openAt.ts';
import { InvitePage } from './InvitePage.tsx';

const CALL = '/access/api/v1/users/invite';
const deckhands = { group_name: 'deckhands', uri: '', description: '', auto_join: false };

const open = (answer: unknown = { message: 'Invitation sent' }) =>
  openAt(INVITE, INVITE, InvitePage, ({ http }) => {
    http.on('GET /access/api/v2/groups', {
      groups: [{ ...deckhands, admin_privileges: false, members_count: 2 }],
    });
    http.on(`POST ${CALL}`, answer);
  });
const sent = ({ http }: FakeShell) =>
  http.calls.filter(({ method }) => method === 'POST').map(({ options }) => options.body);
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send Invitation' }));
const address = () => screen.getByRole('textbox', { name: /^Email/ });

it('sends a link to an email address, and confirms it', async () => {
  const shell = open();
  await userEvent.type(address(), 'ada@ship.example');
  await userEvent.type(screen.getByRole('combobox', { name: 'Groups' }), 'deck{Enter}');
  await screen.findByRole('button', { name: 'Remove deckhands' });
  await send();
  await waitFor(() => expect(shell.navigation.place.pathname).toBe(USERS));
  expect(sent(shell)).toEqual([
    { invited_email: 'ada@ship.example', source: 'console', groups: ['deckhands'] },
  ]);
  expect(shell.notifications.shown.map(({ text }) => text)).toEqual(['Invitation sent to ada@ship.example']);
});

it('sends nothing to an invalid email address', async () => {
  const shell = open();
  await userEvent.type(address(), 'ada');
  await send();
  expect(screen.getByText('Enter an email address, such as ada@example.com')).toBeTruthy();
  expect(sent(shell)).toEqual([]);
});

it('shows at the name that it is taken, and keeps the typed text', async () => {
  open(() => {
    throw new HttpFailure(409, 'User ada already exists', 'USER_EXISTS');
  });
  await userEvent.type(address(), 'ada@ship.example');
  await send();
  expect(await screen.findByText('User ada already exists')).toBeTruthy();
  expect((address() as HTMLInputElement).value).toBe('ada@ship.example');
});

it('leads to the mail settings where no mail is sent', async () => {
  open(() => {
    throw new HttpFailure(409, "Email wasn't sent", 'MAIL_OFF');
  });
  await userEvent.type(address(), 'ada@ship.example');
  await send();
  const link = await screen.findByRole('link', { name: 'Set up email server' });
  expect(link.getAttribute('href')).toBe('/ui/admin/security/mail');
});
