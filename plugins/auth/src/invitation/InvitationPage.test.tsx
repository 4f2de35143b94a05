import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { refuse } from '../testing/answers.ts';
import { openAt, placeOf } from '../testing/openAt.ts';
import { InvitationPage } from './InvitationPage.tsx';

const ACCESS = '/ui/api/v1/access/auth';
const PASSWORD = 'a long new password';
const invitation = { user: 'bea@example.org', email: 'bea@example.org', expires: '2100-01-01T00:00:00.000Z' };

const open = (answers: { valid?: unknown; set?: unknown } = {}, search = '?token=abc') =>
  openAt(`/login/invitation${search}`, InvitationPage, ({ http }) => {
    http.on(`POST ${ACCESS}/verifyToken`, answers.valid ?? invitation);
    http.on(`POST ${ACCESS}/setPassword`, answers.set ?? { message: 'ok' });
    http.on('POST /ui/api/v1/ui/auth/login', { name: 'bea@example.org', mfaStatus: '' });
    http.on('GET /ui/api/v1/ui/oauth/providers', [{ name: 'Port', type: 'openid', url: '/port' }]);
  });
async function fill() {
  await userEvent.type(await screen.findByLabelText('New password'), PASSWORD);
  await userEvent.type(screen.getByLabelText('Confirm new password'), `${PASSWORD}{Enter}`);
}

it('lets an invited user set a password, and signs in with it [login-10]', async () => {
  const shell = open();
  expect(await screen.findByText(/You were invited as bea@example.org/)).toBeTruthy();
  await fill();
  await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
  const sent = shell.http.calls.filter(({ path }) => path.startsWith(ACCESS));
  expect(sent.map(({ path, options }) => [path, options.body])).toEqual([
    [`${ACCESS}/verifyToken`, { token: 'abc' }],
    [`${ACCESS}/setPassword`, { token: 'abc', password: PASSWORD }],
  ]);
});

it('offers the providers with which the invited user can sign in [login-16]', async () => {
  const shell = open();
  expect(await screen.findByRole('button', { name: 'Sign in with Port' })).toBeTruthy();
  const asked = shell.http.calls.find(({ path }) => path.endsWith('/oauth/providers'));
  expect(asked?.options.query).toEqual({ registrationToken: 'abc' });
});

it.each([
  ['missing', '', undefined],
  ['invalid', '?token=old', refuse(401, 'Used before', 'BAD_INVITATION')],
])(
  'redirects to the sign-in page with the logout flag when the token is %s [login-10]',
  async (_what, search, valid) => {
    const shell = open({ valid }, search);
    await waitFor(() => expect(placeOf(shell)).toBe('/login?logout=true'));
  },
);

it("shows the platform's error when the password cannot be set [login-10]", async () => {
  open({ set: refuse(500, 'The disk is full') });
  await fill();
  expect((await screen.findByRole('alert')).textContent).toBe('The disk is full');
});
