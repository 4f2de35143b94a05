import type { ShellApi } from '@lading/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ADA,
  endConsole,
  type TestServer,
  testConsole,
  testServer,
  tinyPlugin,
} from '../testing/testConsole.ts';

let shell: ShellApi;
let server: TestServer;
const run = vi.fn(async () => {});
const title = { id: 't', text: 'T' };
const login = {
  routes: [{ path: '/login', name: 'login', title, public: true, frameless: true }],
  menuItems: [],
};

function show(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Starts the console with a plugin that repeats a job every second. */
async function repeating(user: TestServer['user'] = ADA, path = '/packages') {
  server = testServer(path, user);
  server.answers.set('POST /ui/api/v1/ui/auth/logout', () => new Response(null, { status: 200 }));
  const mount = async (props: { shell: ShellApi }) => {
    shell = props.shell;
    shell.periodic.repeat(run, 1_000);
  };
  const routes = [{ path: '/packages', name: 'p', title, requires: { role: 'anyone' } as const }];
  await testConsole([
    { definition: tinyPlugin('packages', { routes, menuItems: [] }), lifecycles: { mount } },
    { definition: tinyPlugin('other') },
    { definition: tinyPlugin('auth', login) },
  ]);
  await vi.advanceTimersByTimeAsync(10);
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.useFakeTimers();
  run.mockClear();
});
afterEach(() => {
  vi.restoreAllMocks();
  endConsole();
});

describe('periodic work of a plugin', () => {
  it('pauses while the page is hidden, and runs immediately when it is visible again', async () => {
    await repeating();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(run).toHaveBeenCalledTimes(1);
    show('hidden');
    expect(shell.periodic.paused).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run).toHaveBeenCalledTimes(1);
    show('visible');
    await vi.advanceTimersByTimeAsync(0);
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('pauses after a sign-out, and ends with its page', async () => {
    await repeating();
    const { periodic, session } = shell;
    server.user = 'nobody';
    await session.signOut();
    expect(periodic.paused).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run).not.toHaveBeenCalled();
    server.user = ADA;
    await session.finishSignIn();
    expect(periodic.paused).toBe(false);
  });

  it('continues for anonymous users with access', async () => {
    await repeating({ ...ADA, name: 'anonymous', anonAccessEnabled: true });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('ends when another page is shown', async () => {
    await repeating();
    await shell.navigation.go('/other');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(run).not.toHaveBeenCalled();
  });
});
