import type { ShellApi } from '@lading/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leavePage } from '../page/leavePage.ts';
import { IDLE_MS } from '../periodic/watchIdle.ts';
import {
  ADA,
  endConsole,
  failure,
  type TestServer,
  testConsole,
  testServer,
  tinyPlugin,
} from '../testing/testConsole.ts';

vi.mock('../page/leavePage.ts', () => ({ leavePage: vi.fn() }));

const anyone = { role: 'anyone' } as const;
const title = { id: 't', text: 'T' };
const LOGIN = { path: '/login', name: 'login', title, public: true, frameless: true, requires: anyone };
let shell: ShellApi;

/**
 * Opens the console at `path` with a sign-in plugin. Includes the shell API of the plugin on the
 * screen.
 */
async function consoleAt(path: string, user: TestServer['user'], more: object = {}) {
  const server = testServer(path, user);
  const lifecycles = {
    mount: async (props: { shell: ShellApi }) => {
      shell = props.shell;
    },
  };
  await testConsole([
    { definition: tinyPlugin('packages'), lifecycles },
    { definition: tinyPlugin('auth', { routes: [LOGIN], menuItems: [], ...more }), lifecycles },
  ]);
  await vi.waitFor(() => expect(document.querySelector('[data-plugin-state=mounted]')).not.toBeNull());
  return server;
}

beforeEach(() => vi.mocked(leavePage).mockReset());
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(endConsole);
const here = () => location.pathname + location.search;

describe('signing in', () => {
  it('reloads the user and opens the target that the server resolves for the remembered path [login-15]', async () => {
    const server = await consoleAt('/packages?name=a*', 'nobody');
    server.answers.set('GET /ui/api/v1/ui/auth/redirect', ({ url }) =>
      Response.json({ url: url.searchParams.get('redirectTo') }),
    );
    expect(here()).toBe('/ui/login?logout=true');
    server.user = ADA;
    await shell.session.finishSignIn();
    expect(server.calls.at(-1)).toBe(
      'GET /ui/api/v1/ui/auth/redirect?redirectTo=%2Fui%2Fpackages%3Fname%3Da*',
    );
    expect(here()).toBe('/ui/packages?name=a*');
    expect(shell.user.current?.name).toBe('ada');
  });

  it('opens the landing page if no path is remembered or the server rejects it [login-21]', async () => {
    const server = await consoleAt('/packages?name=a*', 'nobody');
    server.answers.set('GET /ui/api/v1/ui/auth/redirect', () => failure(400, 'BAD_REDIRECT', 'no'));
    server.user = ADA;
    await shell.session.finishSignIn();
    expect(here()).toBe('/ui/packages');
  });

  it('stays on the page that the user opened while the sign-in was finishing', async () => {
    const server = await consoleAt('/login', 'nobody');
    server.user = ADA;
    const finishing = shell.session.finishSignIn();
    history.pushState({}, '', '/ui/packages?name=c*');
    await finishing;
    expect(here()).toBe('/ui/packages?name=c*');
  });

  it('never opens a page outside the console', async () => {
    const server = await consoleAt('/packages?name=a*', 'nobody');
    server.answers.set('GET /ui/api/v1/ui/auth/redirect', () =>
      Response.json({ url: 'https://evil.example/ui/x' }),
    );
    server.user = ADA;
    await shell.session.finishSignIn();
    expect(here()).toBe('/ui/packages');
  });

  it('opens the target in the URL if it is inside the console: resolved by the server, before the remembered path [login-07]', async () => {
    const server = await consoleAt('/packages?name=a*', 'nobody');
    const asked: (string | null)[] = [];
    server.answers.set('GET /ui/api/v1/ui/auth/redirect', ({ url }) => {
      asked.push(url.searchParams.get('redirectTo'));
      return Response.json({ url: url.searchParams.get('redirectTo') });
    });
    server.user = ADA;
    await shell.session.finishSignIn({ to: '/ui/packages?name=b*' });
    expect(here()).toBe('/ui/packages?name=b*');
    await shell.session.finishSignIn({ to: '/artifactory/npm-local/' });
    expect(vi.mocked(leavePage).mock.calls).toEqual([[`${location.origin}/artifactory/npm-local/`]]);
    await shell.session.finishSignIn({ to: 'https://evil.example/ui/x' });
    expect(leavePage).toHaveBeenCalledOnce();
    expect(here()).toBe('/ui/packages');
    expect(asked).toEqual(['/ui/packages?name=b*', '/artifactory/npm-local/', 'https://evil.example/ui/x']);
  });

  it('runs the plugins’ requests after the sign-in, following the startup requests [mfe-06]', async () => {
    const ran: string[] = [];
    const request = (name: string) => [{ name, run: async () => void ran.push(name) }];
    const server = await consoleAt('/login', 'nobody', {
      mainApplicationRequests: request('main'),
      platformConfigurationRequests: request('platform'),
    });
    expect(ran).toEqual([]);
    server.user = ADA;
    await shell.session.finishSignIn();
    await vi.waitFor(() => expect(ran).toContain('platform'));
    await shell.session.finishSignIn();
    await vi.waitFor(() => expect(ran).toEqual(['main', 'platform', 'platform']));
  });
});

describe('signing out', () => {
  it('ends the session at the platform and opens the sign-in page', async () => {
    const server = await consoleAt('/packages', ADA);
    server.answers.set('POST /ui/api/v1/ui/auth/logout', () => new Response(null, { status: 200 }));
    await shell.session.signOut();
    expect(here()).toBe('/ui/login?logout=true');
    expect(shell.user.signedIn).toBe(false);
  });

  it.each([
    ['https://idp.example/slo?SAMLRequest=x', ['https://idp.example/slo?SAMLRequest=x']],
    ['', []],
    ['javascript:alert(1)', []],
  ])(
    'ends it at the SAML provider too, where it came from one: %j [login-08, login-17]',
    async (logoutUrl, gone) => {
      const server = await consoleAt('/packages', ADA);
      server.answers.set('POST /ui/api/v1/ui/auth/logout', () => new Response(null, { status: 200 }));
      server.answers.set('GET /ui/api/v1/auth/saml/logoutRequest', () => Response.json({ logoutUrl }));
      await shell.session.signOut();
      expect(here()).toBe('/ui/login?logout=true');
      expect(vi.mocked(leavePage).mock.calls.map(([address]) => address)).toEqual(gone);
    },
  );

  it('that fails changes nothing', async () => {
    await consoleAt('/packages', ADA);
    await expect(shell.session.signOut()).rejects.toMatchObject({ status: 404 });
    expect(here()).toBe('/ui/packages');
    expect(shell.user.signedIn).toBe(true);
  });
});

describe('a session that expires while a page is open', () => {
  it('opens the sign-in page if no dialog is available, and remembers the page', async () => {
    const server = await consoleAt('/packages?name=a*', ADA);
    server.answers.set('GET /x', () => failure(401, 'UNAUTHORIZED', 'Sign in to continue'));
    server.user = 'nobody';
    await expect(shell.http.json('/x')).rejects.toMatchObject({ status: 401 });
    expect(here()).toBe('/ui/login');
    expect(sessionStorage.getItem('lading.sessionRedirect')).toContain('/packages?name=a*');
  });

  it('asks once for any number of failed calls', async () => {
    const server = await consoleAt('/packages', ADA);
    server.answers.set('GET /x', () => failure(401, 'UNAUTHORIZED', 'Sign in to continue'));
    server.user = 'nobody';
    const calls = await Promise.allSettled([shell.http.json('/x'), shell.http.json('/x')]);
    expect(calls.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(here()).toBe('/ui/login');
  });

  it('is not expired because a single call is rejected: that call fails without a sign-in', async () => {
    const server = await consoleAt('/packages', ADA);
    server.answers.set('GET /x', () => failure(401, 'UNAUTHORIZED', 'Sign in to continue'));
    await expect(shell.http.json('/x')).rejects.toMatchObject({ status: 401 });
    expect(here()).toBe('/ui/packages');
  });

  it('does not exist for anonymous users: the form handles a rejected sign-in', async () => {
    const server = await consoleAt('/login', 'nobody');
    server.answers.set('POST /ui/api/v1/ui/auth/login', () => failure(401, 'UNAUTHORIZED', 'Wrong password'));
    await expect(shell.http.json('/ui/api/v1/ui/auth/login', { method: 'POST' })).rejects.toThrow(
      'Wrong password',
    );
    expect(here()).toBe('/ui/login');
  });
});

describe('permissions that change while a page is open', () => {
  const rooms = { path: '/rooms', name: 'rooms', title, requires: { role: 'admin' } as const };
  /** Simulates user activity after more than a minute. */
  const comeBack = () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + IDLE_MS + 1);
    window.dispatchEvent(new Event('mousemove'));
  };
  const wide = () => shell.allows({ role: 'admin' });

  it('apply at the next check: a page without access is left with a notification [guard-06]', async () => {
    const server = await consoleAt('/rooms', { ...ADA, admin: true }, { routes: [LOGIN, rooms] });
    expect(here()).toBe('/ui/rooms');
    server.user = ADA;
    comeBack();
    await vi.waitFor(() => expect(here()).toBe('/ui/packages'));
    expect(wide()).toBe(false);
    expect(document.body.textContent).toContain('You are not authorized to view this page');
  });

  it('keep a page that is still accessible, and do not touch it without changes', async () => {
    const server = await consoleAt('/packages?name=a', ADA);
    server.user = { ...ADA, admin: true };
    comeBack();
    await vi.waitFor(() => expect(wide()).toBe(true));
    const known = shell.user.current;
    server.calls.length = 0;
    comeBack();
    await vi.waitFor(() => expect(server.calls).toContain('GET /ui/api/v1/ui/auth/current'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(shell.user.current).toBe(known);
    expect(here()).toBe('/ui/packages?name=a');
  });
});
