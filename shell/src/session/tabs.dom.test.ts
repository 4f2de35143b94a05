import type { ShellApi } from '@lading/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reloadPage } from '../page/reloadPage.ts';
import {
  ADA,
  endConsole,
  failure,
  type TestServer,
  testConsole,
  testServer,
  tinyPlugin,
} from '../testing/testConsole.ts';
import { SessionChannel, type SessionNews } from './SessionChannel.ts';

vi.mock('../page/reloadPage.ts', () => ({ reloadPage: vi.fn() }));

const BOB = { ...ADA, name: 'bob' };
const LOGIN = {
  path: '/login',
  name: 'login',
  title: { id: 't', text: 'Sign in' },
  public: true,
  frameless: true,
  requires: { role: 'anyone' } as const,
};
let shell: ShellApi;
let other: SessionChannel;
let told: SessionNews[];
let reloaded: number;

async function consoleAt(path: string, user: TestServer['user']) {
  const server = testServer(path, user);
  const mount = async (props: { shell: ShellApi }) => {
    shell = props.shell;
  };
  await testConsole([
    { definition: tinyPlugin('packages'), lifecycles: { mount } },
    { definition: tinyPlugin('auth', { routes: [LOGIN], menuItems: [] }), lifecycles: { mount } },
  ]);
  await vi.waitFor(() => expect(document.querySelector('[data-plugin-state=mounted]')).not.toBeNull());
  return server;
}
const here = () => location.pathname + location.search;
const said = () => document.querySelector('.lading-notifications')?.textContent ?? '';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  told = [];
  reloaded = 0;
  other = new SessionChannel((news) => told.push(news));
  vi.mocked(reloadPage).mockImplementation(() => void reloaded++);
});
afterEach(() => {
  other.close();
  endConsole();
});

describe('the tabs of one browser', () => {
  it('are signed out together, and each returns to its page', async () => {
    const server = await consoleAt('/packages?name=a', ADA);
    server.user = 'nobody';
    const { calls } = server;
    const before = calls.length;
    other.tell({ kind: 'signedOut' });
    await vi.waitFor(() => expect(here()).toBe('/ui/login?logout=true'));
    expect(shell.user.signedIn).toBe(false);
    expect(said()).toContain('You signed out in another tab.');
    expect(calls.slice(before).filter((call) => call.includes('logout'))).toEqual([]);
    expect(sessionStorage.getItem('lading.sessionRedirect')).toContain('/packages?name=a');
    server.user = ADA;
    other.tell({ kind: 'signedIn', user: 'ada' });
    await vi.waitFor(() => expect(shell.user.signedIn).toBe(true));
    await vi.waitFor(() => expect(location.pathname).toBe('/ui/packages'));
  });

  it('are notified of sign-outs and sign-ins', async () => {
    const server = await consoleAt('/packages', ADA);
    server.answers.set('POST /ui/api/v1/ui/auth/logout', () => new Response(null, { status: 200 }));
    await shell.session.signOut();
    await shell.session.finishSignIn();
    await vi.waitFor(() => expect(told).toEqual([{ kind: 'signedOut' }, { kind: 'signedIn', user: 'ada' }]));
  });

  it('discard unsaved changes without confirmation when one signs out', async () => {
    const server = await consoleAt('/packages', ADA);
    server.user = 'nobody';
    shell.navigation.block(() => 'The webhook is not saved.');
    other.tell({ kind: 'signedOut' });
    await vi.waitFor(() => expect(here()).toBe('/ui/login?logout=true'));
  });

  it('show no data of another user who has signed in', async () => {
    await consoleAt('/packages', ADA);
    other.tell({ kind: 'signedIn', user: 'ada' });
    other.tell({ kind: 'signedIn', user: 'bob' });
    await vi.waitFor(() => expect(reloaded).toBe(1));
  });

  it('keep an incomplete form and show the new user', async () => {
    await consoleAt('/packages', ADA);
    shell.navigation.block(() => 'The webhook is not saved.');
    other.tell({ kind: 'signedIn', user: 'bob' });
    await vi.waitFor(() => expect(said()).toContain('You are now signed in as bob.'));
    expect(reloaded).toBe(0);
    const reload = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === 'Reload',
    );
    reload?.click();
    expect(reloaded).toBe(1);
  });

  it('communicate through storage if the browser has no BroadcastChannel', async () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    const heard: SessionNews[] = [];
    const channel = new SessionChannel((news) => heard.push(news));
    const written = vi.spyOn(Storage.prototype, 'setItem');
    channel.tell({ kind: 'signedOut' });
    const [key, value] = written.mock.calls.at(-1) ?? [];
    expect(localStorage.getItem('lading.session')).toBeNull();
    for (const newValue of [value ?? null, null, 'not JSON', '{"kind":"signedIn"}', '7'])
      window.dispatchEvent(new StorageEvent('storage', { key: key ?? null, newValue }));
    expect(heard).toEqual([{ kind: 'signedOut' }]);
    channel.close();
    window.dispatchEvent(new StorageEvent('storage', { key: key ?? null, newValue: value ?? null }));
    expect(heard).toHaveLength(1);
  });

  it('keep working if neither is allowed', () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    expect(() => new SessionChannel(() => {}).tell({ kind: 'signedOut' })).not.toThrow();
  });
});

describe('a user who returns after a minute', () => {
  const current = (calls: readonly string[]) =>
    calls.filter((call) => call.endsWith('/ui/auth/current')).length;

  it('triggers a check of the session [shell-13]', async () => {
    const server = await consoleAt('/packages', ADA);
    const now = Date.now();
    const time = vi.spyOn(Date, 'now').mockReturnValue(now + 59_000);
    window.dispatchEvent(new Event('mousemove'));
    expect(current(server.calls)).toBe(1);
    time.mockReturnValue(now + 59_000 + 60_000);
    window.dispatchEvent(new Event('keydown'));
    await vi.waitFor(() => expect(current(server.calls)).toBe(2));
    expect(here()).toBe('/ui/packages');
  });

  it.each([
    ['has ended', 'nobody' as const],
    ['has ended, and visitors may look around', { ...ADA, name: 'anonymous', anonAccessEnabled: true }],
  ])('is asked to sign in when it %s [shell-13]', async (_what, user) => {
    const server = await consoleAt('/packages?name=a', ADA);
    server.user = user;
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    window.dispatchEvent(new Event('mousedown'));
    await vi.waitFor(() => expect(location.pathname).toBe('/ui/login'));
    expect(sessionStorage.getItem('lading.sessionRedirect')).toContain('/packages?name=a');
  });

  it('sees no page of a previous user [shell-13]', async () => {
    const server = await consoleAt('/packages', ADA);
    server.user = BOB;
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    window.dispatchEvent(new Event('touchstart'));
    await vi.waitFor(() => expect(reloaded).toBe(1));
  });

  it('is not interrupted when the server does not respond', async () => {
    const server = await consoleAt('/packages', ADA);
    server.answers.set('GET /ui/api/v1/ui/auth/current', () => failure(500, 'BROKEN', 'torn'));
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    window.dispatchEvent(new Event('touchstart'));
    await vi.waitFor(() => expect(current(server.calls)).toBe(2));
    expect(here()).toBe('/ui/packages');
    expect(shell.user.signedIn).toBe(true);
  });
});

describe('signing out', () => {
  it('asks about unsaved changes before the session ends', async () => {
    const server = await consoleAt('/packages', ADA);
    shell.navigation.block(() => 'The webhook is not saved.');
    const out = shell.session.signOut();
    await vi.waitFor(() => expect(document.querySelector('dialog')?.textContent).toContain('not saved'));
    const cancel = [...document.querySelectorAll('dialog button')].find((button) =>
      /cancel|stay/i.test(button.textContent ?? ''),
    ) as HTMLButtonElement;
    cancel.click();
    await out;
    expect(server.calls.some((call) => call.includes('logout'))).toBe(false);
    expect(shell.user.signedIn).toBe(true);
  });

  it('succeeds if the session has already expired', async () => {
    const server = await consoleAt('/packages', ADA);
    server.answers.set('POST /ui/api/v1/ui/auth/logout', () =>
      failure(401, 'UNAUTHORIZED', 'Sign in to continue'),
    );
    await shell.session.signOut();
    expect(here()).toBe('/ui/login?logout=true');
  });
});
