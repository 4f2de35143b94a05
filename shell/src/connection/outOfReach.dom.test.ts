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
  await testConsole([{ definition: tinyPlugin('packages'), lifecycles: { mount } }]);
  await vi.waitFor(() => expect(shell.user.signedIn).toBe(true));
  server.answers.set('GET /x', () => Response.json('there'));
  server.answers.set('POST /x', () => Response.json('done'));
});
afterEach(endConsole);

const bar = () => document.querySelector('.lading-offline')?.textContent ?? '';

describe('a server that is out of reach', () => {
  it('is said over the page, and a call that changes nothing goes on by itself when it is back', async () => {
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

  it('fails a call that changes something, which is never made twice', async () => {
    reached = false;
    await expect(shell.http.json('/x', { method: 'POST' })).rejects.toMatchObject({ status: 0 });
    await vi.waitFor(() => expect(bar()).not.toBe(''));
    reached = true;
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(bar()).toBe(''));
    expect(server.calls.filter((each) => each === 'POST /x')).toEqual([]);
  });

  it('is found out without a call, when the browser loses its network', async () => {
    reached = false;
    window.dispatchEvent(new Event('offline'));
    await vi.waitFor(() => expect(bar()).not.toBe(''));
  });

  it('asks again for what a start could not have, once it is back', async () => {
    const calls = () => server.calls.filter((call) => call.includes('/system/entitlements')).length;
    await vi.waitFor(() => expect(calls()).toBe(1), { timeout: 20_000 });
    reached = false;
    window.dispatchEvent(new Event('offline'));
    await vi.waitFor(() => expect(bar()).not.toBe(''));
    reached = true;
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(calls()).toBe(2));
  });

  it.each([502, 503, 504])('is found out by a gateway that answers %i in its place', async (status) => {
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
});
