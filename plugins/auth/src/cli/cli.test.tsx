import type { FakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { SignInPage } from '../signIn/SignInPage.tsx';
import { answerOffers, refuse } from '../testing/answers.ts';
import { openAt, placeOf } from '../testing/openAt.ts';
import { CliRegistrationPage } from './CliRegistrationPage.tsx';
import { ConsentPage } from './ConsentPage.tsx';
import { keepClientSession, readClientSession } from './clientSession.ts';
import { VerifyPage } from './VerifyPage.tsx';

const SESSION = '0f3a2c1e-1111-4222-8333-0123456789ab';
const QUERY = `jfClientSession=${SESSION}&jfClientName=JFrog-CLI&jfClientCode=1`;
const LOGIN = '/access/api/v2/authentication/jfrog_client_login';
const waiting = {
  client: 'jfrog-cli/2.52',
  address: '192.0.2.7',
  created: '2026-11-21T03:00:00.000Z',
  expires: '2026-11-21T03:05:00.000Z',
  attemptsLeft: 5,
};

const waits = ({ storage }: FakeShell) => keepClientSession(storage, new URLSearchParams(QUERY));
const open = (place: string, Screen: ComponentType, described: unknown = waiting, response: unknown = {}) =>
  openAt(place, Screen, (shell) => {
    waits(shell);
    shell.http.on('GET /ui/api/v1/ui/auth/current', { name: 'ada' });
    shell.http.on(`POST ${LOGIN}/describe`, described);
    shell.http.on(`POST ${LOGIN}/response`, response);
  });

describe('the URL opened by a client', () => {
  it('stores its name, session, and code in this browser, and redirects to the client page after sign-in [login-20]', async () => {
    const shell = openAt(`/login?${QUERY}`, SignInPage, (opened) =>
      answerOffers(opened, { 'POST /ui/auth/login': { name: 'ada', mfaStatus: '' } }),
    );
    expect(Object.fromEntries(shell.storage.values)).toMatchObject({
      clientSession: SESSION,
      clientName: 'JFrog-CLI',
      clientCode: '1',
    });
    expect(screen.getByText('Sign in to allow JFrog-CLI at the command line.')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'User name' }), 'ada');
    await userEvent.type(screen.getByLabelText('Password'), 'right{Enter}');
    await waitFor(() => expect(shell.session.wishes).toEqual(['/ui/plugs/extension/cli']));
  });

  it('expires after the waiting time, and is not stored when the session is invalid', () => {
    vi.useFakeTimers();
    const shell = openAt('/', () => null, waits);
    expect(readClientSession(shell.storage)?.session).toBe(SESSION);
    vi.advanceTimersByTime(5 * 60 * 1000);
    expect(readClientSession(shell.storage)).toBeUndefined();
    keepClientSession(shell.storage, new URLSearchParams('jfClientSession=x'));
    expect(readClientSession(shell.storage)).toBeUndefined();
    vi.useRealTimers();
  });
});

describe('the page about the client', () => {
  it.each([
    ['/plugs/extension/cli', ConsentPage],
    ['/plugs/extension/cli/verify', VerifyPage],
  ])(
    '%s redirects to the sign-in page with the logout flag when no client is waiting [route-13]',
    async (place, Screen) => {
      const shell = openAt(place, Screen, () => {});
      await waitFor(() => expect(placeOf(shell)).toBe('/login?logout=true'));
      expect(shell.http.calls).toEqual([]);
    },
  );

  it('requires an anonymous user to sign in first, and keeps the client [route-13]', async () => {
    const shell = open('/plugs/extension/cli', ConsentPage, refuse(401, 'Sign in to continue'));
    await waitFor(() => expect(placeOf(shell)).toBe('/login'));
    expect(readClientSession(shell.storage)?.session).toBe(SESSION);
  });

  it.each([
    ['/plugs/extension/cli', ConsentPage],
    ['/plugs/extension/cli/verify', VerifyPage],
  ])(
    '%s requires another sign-in when the last one is too long ago, and keeps the client',
    async (place, Screen) => {
      const shell = open(place, Screen, refuse(403, 'Sign in again', 'SIGN_IN_AGAIN'));
      const back = encodeURIComponent(`/ui${place}`);
      await waitFor(() => expect(placeOf(shell)).toBe(`/login?logout=true&again=true&redirectTo=${back}`));
      expect(readClientSession(shell.storage)?.session).toBe(SESSION);
    },
  );

  it('shows the name, address, and time of the client before access is allowed [login-20, route-13]', async () => {
    const shell = open('/plugs/extension/cli', ConsentPage);
    expect(await screen.findByText('jfrog-cli/2.52')).toBeTruthy();
    expect(screen.getByText('192.0.2.7')).toBeTruthy();
    expect(screen.getByText('JFrog-CLI')).toBeTruthy();
    const time = new Intl.DateTimeFormat('en', { timeStyle: 'medium' }).format(new Date(waiting.created));
    expect(screen.getByText(time)).toBeTruthy();
    expect(await screen.findByText(/requests a token for ada/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(placeOf(shell)).toBe('/plugs/extension/cli/verify');
    expect(shell.http.calls.some(({ path }) => path.endsWith('/response'))).toBe(false);
  });

  it('denies access to a client, and forgets it', async () => {
    const shell = open('/plugs/extension/cli', ConsentPage);
    await userEvent.click(await screen.findByRole('button', { name: 'Deny' }));
    expect([placeOf(shell), readClientSession(shell.storage)]).toEqual(['/', undefined]);
  });

  it('reports that the client is no longer waiting, and forgets it', async () => {
    const shell = open('/plugs/extension/cli', ConsentPage, refuse(404, 'Gone', 'NO_SUCH_LOGIN'));
    expect(await screen.findByText(/The request has expired/)).toBeTruthy();
    expect(readClientSession(shell.storage)).toBeUndefined();
  });
});

describe('the code of the client', () => {
  const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: '4-character code' });

  it('allows the client, which is then forgotten here [login-20]', async () => {
    const shell = open('/plugs/extension/cli/verify', VerifyPage);
    await userEvent.type(await field(), '89ab{Enter}');
    expect(await screen.findByText('The client is signed in. You can close this page.')).toBeTruthy();
    expect(shell.http.calls.at(-1)?.options.body).toEqual({ session: SESSION, code: '89ab' });
    expect(readClientSession(shell.storage)).toBeUndefined();
  });

  it('has its length checked here, and its value by the platform', async () => {
    open('/plugs/extension/cli/verify', VerifyPage, waiting, refuse(400, '4 attempts left', 'BAD_CODE'));
    await userEvent.type(await field(), '89{Enter}');
    expect(screen.getByText('Enter the 4 characters shown by the client')).toBeTruthy();
    await userEvent.type(await field(), 'xy{Enter}');
    expect(await screen.findByText('4 attempts left')).toBeTruthy();
    expect((await field()).value).toBe('89xy');
  });

  it('redirects to the sign-in page when the last sign-in is too long ago', async () => {
    const again = refuse(403, 'Sign in again', 'SIGN_IN_AGAIN');
    const shell = open('/plugs/extension/cli/verify', VerifyPage, waiting, again);
    await userEvent.type(await field(), '89ab{Enter}');
    await waitFor(() => expect(placeOf(shell)).toMatch(/^\/login\?logout=true&again=true/));
  });

  it('has no effect once the client is no longer waiting', async () => {
    const shell = open('/plugs/extension/cli/verify', VerifyPage, waiting, refuse(404, 'Gone'));
    await userEvent.type(await field(), '89ab{Enter}');
    expect(await screen.findByText(/The request has expired/)).toBeTruthy();
    expect(readClientSession(shell.storage)).toBeUndefined();
  });
});

it('opens a separate registration page for users who were sent by a client', async () => {
  openAt('/login/cli-registration', CliRegistrationPage, (shell) => {
    waits(shell);
    shell.http.on('GET /ui/api/v1/access/auth/register', { enabled: true });
  });
  expect(await screen.findByText(/JFrog-CLI is waiting at the command line/)).toBeTruthy();
  const other = openAt('/login/cli-registration', CliRegistrationPage, () => {});
  await waitFor(() => expect(placeOf(other)).toBe('/login/registration'));
});
