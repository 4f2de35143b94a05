import type { ConsoleUser } from '@lading/contract';
import { type FakeShell, fakeShell } from '@lading/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { leaving } from '../flow/leaving.ts';
import { SignInPage } from '../signIn/SignInPage.tsx';
import { answerOffers, refuse } from '../testing/answers.ts';
import { openAt, placeOf } from '../testing/openAt.ts';
import { ReturnPage } from './ReturnPage.tsx';
import { SsoPage } from './SsoPage.tsx';

const port = { name: 'Port', type: 'openid', url: '/ui/api/v1/ui/oauth/port/login' };
const dock = { name: 'dock', displayName: 'Dock', type: 'google', url: '/ui/api/v1/ui/oauth/dock/login' };
const saml = {
  forgotPassword: false,
  canRememberMe: false,
  ssoProviderLink: '/ui/api/v1/auth/saml/loginRequest',
};
const back = (url: string, to = '/ui/sso-login') => `${url}?${new URLSearchParams({ redirectTo: to })}`;
const left: string[] = [];

beforeEach(() => {
  left.length = 0;
  vi.spyOn(leaving, 'to').mockImplementation((address) => void left.push(address));
});

describe('the buttons of the providers', () => {
  const open = (more: Record<string, unknown>, place = '/login?logout=true') =>
    openAt(place, SignInPage, (shell) => answerOffers(shell, more));

  it('open the provider with the URL to return to [login-16]', async () => {
    open({ 'GET /ui/oauth/providers': [port, dock], 'POST /ui/auth/loginRelatedData': saml });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Dock' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with SAML' }));
    expect(left).toEqual([back(dock.url), back(saml.ssoProviderLink)]);
  });

  it('keep the requested external URL [login-07]', async () => {
    open({ 'GET /ui/oauth/providers': [port] }, '/login?logout=true&redirectTo=%2Fui%2Fx%3Fa%3D1');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Port' }));
    expect(left).toEqual([back(port.url, '/ui/sso-login?redirectTo=%2Fui%2Fx%3Fa%3D1')]);
  });

  it('make the provider prompt again when the user must confirm their identity', async () => {
    open({ 'GET /ui/oauth/providers': [port] }, '/login?logout=true&again=true');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Port' }));
    expect(left).toEqual([`${back(port.url)}&confirm=true`]);
  });

  it('are the only sign-in methods with external sign-in, except for administrators [login-05]', async () => {
    open({
      'GET /ui/oauth/providers': [port],
      'GET /access/auth/loginPageVisibility': { loginIsExternal: true },
    });
    expect(await screen.findByText(/Use one of these providers to sign in/)).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Administrators: sign in with a password' }));
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });

  it('are not needed with a single provider: every user is redirected there [login-16]', async () => {
    open({ 'GET /ui/auth/autoRedirect': { isAutoRedirectLogin: true, url: port.url } }, '/login');
    await waitFor(() => expect(left).toEqual([back(port.url)]));
    expect(screen.getByText('Redirecting to the provider…')).toBeTruthy();
  });

  it.each(['?logout=true', '?ssoError=SSO_UNREACHABLE&provider=port'])(
    'are shown after %s, to prevent a redirect loop [login-16]',
    async (search) => {
      open(
        {
          'GET /ui/oauth/providers': [port],
          'GET /ui/auth/autoRedirect': { isAutoRedirectLogin: true, url: port.url },
        },
        `/login${search}`,
      );
      expect(await screen.findByRole('button', { name: 'Sign in with Port' })).toBeTruthy();
      expect(left).toEqual([]);
    },
  );

  it.each([
    ['SSO_UNREACHABLE', 'port is not responding. Try again later, or use another sign-in method.'],
    ['SSO_NO_USER', 'port signed you in, but you have no user here. Ask an administrator to create one.'],
    ['SOMETHING_NEW', 'Sign-in failed'],
  ])('are below the reason why a provider denied the sign-in: %s', async (code, words) => {
    open({}, `/login?ssoError=${code}&provider=port`);
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });
});

describe('a user who is authenticated without a prompt', () => {
  const open = (place: string, http: unknown, sent = false, realm?: string) =>
    openAt(place, SignInPage, (shell) => {
      shell.session.sentToSignIn = sent;
      if (realm) shell.user.current = { ...fakeShell().user.current, realm } as ConsoleUser;
      answerOffers(shell, {
        'POST /ui/auth/loginRelatedData': { ...saml, silentWays: ['http', 'crowd'] },
        'GET /ui/auth/sso/http': http,
        'GET /ui/auth/sso/crowd': { name: 'ada' },
      });
    });

  it('is signed in by the first method that succeeds [login-17]', async () => {
    const shell = open('/login', refuse(401, 'The proxy sent no user name'));
    await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
    expect(shell.http.calls.filter(({ path }) => path.includes('/sso/')).map(({ path }) => path)).toEqual([
      '/ui/api/v1/ui/auth/sso/http',
      '/ui/api/v1/ui/auth/sso/crowd',
    ]);
  });

  it('is also signed in after a redirect from another page [login-17]', async () => {
    const shell = open('/login?logout=true', { name: 'ada' }, true);
    await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
  });

  it('confirms their identity that way when their realm has no other method', async () => {
    const shell = open('/login?logout=true&again=true', { name: 'ada' }, false, 'crowd');
    await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
    expect(shell.http.calls.some(({ path }) => path.endsWith('/sso/http'))).toBe(false);
  });

  it('confirms with a password when their realm has one', async () => {
    const shell = open('/login?logout=true&again=true', { name: 'ada' }, false, 'internal');
    expect(await screen.findByRole('button', { name: 'Sign in with SAML' })).toBeTruthy();
    expect(shell.http.calls.some(({ path }) => path.includes('/sso/'))).toBe(false);
  });

  it('stays signed out after signing out', async () => {
    const shell = open('/login?logout=true', { name: 'ada' });
    expect(await screen.findByRole('button', { name: 'Sign in with SAML' })).toBeTruthy();
    expect(shell.http.calls.some(({ path }) => path.includes('/sso/'))).toBe(false);
  });
});

describe('the notice of the sign-in page', () => {
  const open = (permanent: boolean, prepare: (shell: FakeShell) => void = () => {}) =>
    openAt('/login?logout=true', SignInPage, (shell) => {
      answerOffers(shell, {
        'GET /ui/auth/loginDialogSettings': { config: { title: 'Notice', message: 'Be kind.', permanent } },
      });
      prepare(shell);
    });

  it('is shown once when it can be dismissed, and again when its text changes [login-05]', async () => {
    const first = open(false);
    expect(await screen.findByRole('dialog', { name: 'Notice' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'I have read this' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    const read = first.storage.get('noticeRead') ?? '';
    open(false, ({ storage }) => storage.set('noticeRead', 'Another'));
    expect(await screen.findByRole('dialog', { name: 'Notice' })).toBeTruthy();
    expect(read).toContain('Be kind.');
  });

  it('is shown at each visit when it is permanent [login-05]', async () => {
    const shell = open(true);
    await userEvent.click(await screen.findByRole('button', { name: 'I have read this' }));
    expect(shell.storage.get('noticeRead')).toBeUndefined();
  });
});

describe('a single sign-on method', () => {
  const open = (place: string, more: Record<string, unknown> = {}, route = '/login/sso/:ssoLoginType') =>
    openAt(place, SsoPage, (shell) => answerOffers(shell, more), route);

  it.each(['http', 'crowd'])('%s shows no prompt [login-17]', async (way) => {
    const shell = open(`/login/sso/${way}`, { [`GET /ui/auth/sso/${way}`]: { name: 'ada' } });
    await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
  });

  it.each(['http', 'crowd'])(
    '%s uses access when the other sign-in API is not available [login-17]',
    async (way) => {
      const shell = open(`/login/sso/${way}`, {
        'POST /ui/auth/loginRelatedData': refuse(502),
        'GET /access/auth/loginRelatedData': saml,
        [`GET /access/auth/sso/${way}`]: { name: 'ada' },
      });
      await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
    },
  );

  it('reports that it is disabled, with a link to the sign-in form', async () => {
    open('/login/sso/http', { 'GET /ui/auth/sso/http': refuse(404, 'This sign-in method is off') });
    expect((await screen.findByRole('alert')).textContent).toBe('This sign-in method is off');
    expect(screen.getByRole('link', { name: 'Back to sign-in' }).getAttribute('href')).toBe(
      '/ui/login?logout=true',
    );
  });

  it.each([
    ['/login/sso/saml', undefined, back(saml.ssoProviderLink)],
    ['/login/sso/oauth?provider=dock', undefined, back(dock.url)],
    ['/auth-provider/dock', '/auth-provider/:type', back(dock.url)],
    ['/auth-provider/google', '/auth-provider/:type', back(dock.url)],
    ['/auth-provider/openid', '/auth-provider/:type', back(port.url)],
  ])('%s redirects there immediately [login-01]', async (place, route, address) => {
    open(place, { 'GET /ui/oauth/providers': [port, dock], 'POST /ui/auth/loginRelatedData': saml }, route);
    await waitFor(() => expect(left).toEqual([address]));
  });

  it('reports that it is not configured', async () => {
    open('/auth-provider/azure', { 'GET /ui/oauth/providers': [port] }, '/auth-provider/:type');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This sign-in method does not exist or is turned off.',
    );
    expect(left).toEqual([]);
  });
});

describe('the redirect from a provider', () => {
  const open = (search: string, current: unknown) =>
    openAt(`/sso-login${search}`, ReturnPage, (shell) =>
      answerOffers(shell, { 'GET /ui/auth/current': current }),
    );

  it('completes the sign-in, and opens the requested page [login-07]', async () => {
    const shell = open('?redirectTo=%2Fui%2Fx', { name: 'ada' });
    await waitFor(() => expect(shell.session.asked).toEqual(['signIn']));
    expect(shell.session.wishes).toEqual(['/ui/x']);
  });

  it('redirects to the sign-in form without a session', async () => {
    const shell = open('?redirectTo=%2Fui%2Fx', refuse(401));
    await waitFor(() => expect(placeOf(shell)).toBe('/login?logout=true&redirectTo=%2Fui%2Fx'));
    expect(shell.notifications.shown.map(({ text }) => text)).toEqual(['The provider did not sign you in.']);
  });

  it('notifies other tabs from a popup window, and closes it', async () => {
    const close = vi.spyOn(window, 'close').mockImplementation(() => {});
    const shell = open('?popup=true', { name: 'ada' });
    expect(await screen.findByText('You are signed in. Close this window to continue.')).toBeTruthy();
    expect(shell.session.asked).toEqual(['stay']);
    expect(close).toHaveBeenCalledOnce();
  });
});

it('rejects URLs other than HTTP and HTTPS', () => {
  vi.mocked(leaving.to).mockRestore();
  expect(() => leaving.to('javascript:alert(1)')).toThrow(
    'Invalid URL protocol javascript: Expected http: or https:',
  );
});
