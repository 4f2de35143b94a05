import type { ShellApi } from '@lading/contract';
import { type FakeModuleLoader, moduleFailure } from '@lading/contract/testing';
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
let loader: FakeModuleLoader;
let reached: boolean;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  reached = true;
  server = testServer('/packages', ADA);
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) =>
    reached ? answer(...call) : Promise.reject(new TypeError('Failed to fetch')),
  );
  const mount = async (props: { shell: ShellApi }) => {
    shell = props.shell;
  };
  ({ loader } = await testConsole([{ definition: tinyPlugin('packages'), lifecycles: { mount } }]));
  await vi.waitFor(() => expect(shell.user.signedIn).toBe(true));
  server.answers.set('GET /x', () => Response.json('there'));
  server.answers.set('POST /x', () => Response.json('done'));
});
afterEach(endConsole);

const bar = () => document.querySelector('.lading-offline')?.textContent ?? '';

describe('an unreachable server', () => {
  it('is shown over the page, and a read-only call continues automatically when it is back', async () => {
    reached = false;
    const call = shell.http.json('/x');
    await vi.waitFor(() => expect(bar()).toContain('The server cannot be reached.'));
    expect(shell.periodic.paused).toBe(true);
    reached = true;
    document.querySelector<HTMLButtonElement>('.lading-offline button')?.click();
    expect(await call).toBe('there');
    expect(bar()).toBe('');
    expect(shell.periodic.paused).toBe(false);
  });

  it('fails a call that changes data, which is never repeated', async () => {
    reached = false;
    await expect(shell.http.json('/x', { method: 'POST' })).rejects.toMatchObject({ status: 0 });
    await vi.waitFor(() => expect(bar()).not.toBe(''));
    reached = true;
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(bar()).toBe(''));
    expect(server.calls.filter((each) => each === 'POST /x')).toEqual([]);
  });

  it('is detected without a call when the browser goes offline', async () => {
    reached = false;
    window.dispatchEvent(new Event('offline'));
    await vi.waitFor(() => expect(bar()).not.toBe(''));
  });

  it('gets the failed startup calls again once it is back', async () => {
    const calls = () => server.calls.filter((call) => call.includes('/system/entitlements')).length;
    await vi.waitFor(() => expect(calls()).toBe(1), { timeout: 20_000 });
    reached = false;
    window.dispatchEvent(new Event('offline'));
    await vi.waitFor(() => expect(bar()).not.toBe(''));
    reached = true;
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(calls()).toBe(2));
  });

  it.each([502, 503, 504])('is detected by a gateway response %i', async (status) => {
    const answer = globalThis.fetch;
    let away = true;
    const gateway = () => Promise.resolve(new Response('', { status }));
    vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) => (away ? gateway() : answer(...call)));
    const before = shell.connection.recoveries;
    await expect(shell.http.json('/x', { method: 'POST' })).rejects.toMatchObject({ status });
    await vi.waitFor(() => expect(bar()).not.toBe(''));
    away = false;
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(shell.connection.recoveries).toBe(before + 1));
  });

  it('is checked for when a plugin file fails to load, but not after a 404', async () => {
    const looks = () => server.calls.filter((call) => call.includes('/system/ping')).length;
    loader.fail(moduleFailure('http', 'the server answered 404', '/ui/plugins/one/chunk.js', 404));
    // A check would have sent its request by now.
    await shell.http.json('/x');
    expect(looks()).toBe(0);
    loader.fail(moduleFailure('http', 'the server answered 503', '/ui/plugins/one/chunk.js', 503));
    await vi.waitFor(() => expect(looks()).toBe(1));
    await vi.waitFor(() => expect(shell.connection.recoveries).toBe(1), { timeout: 10_000 });
    loader.fail(moduleFailure('network', 'no answer', '/ui/plugins/one/chunk.js'));
    // At least one more: a call that fails meanwhile is a reason, too.
    await vi.waitFor(() => expect(looks()).toBeGreaterThanOrEqual(2));
  });
});
