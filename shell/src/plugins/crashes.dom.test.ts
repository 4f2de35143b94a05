import type { PluginLifecycles } from '@lading/contract';
import { moduleFailure } from '@lading/contract/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeLocks } from '../testing/FakeLocks.ts';
import {
  endConsole,
  slotOf,
  stateOf,
  type TestPlugin,
  type TestServer,
  testConsole,
  testServer,
  tinyPlugin,
} from '../testing/testConsole.ts';

const THIRD_PARTY = 'lading-plugin-tide';
const HEALTH = 'POST /ui/api/v1/lading/plugin-health';
const ebb: TestPlugin = { definition: tinyPlugin('ebb') };
const sunk: Partial<PluginLifecycles> = {
  mount: async () => {
    throw new TypeError('no mast');
  },
};
const tide = (lifecycles: Partial<PluginLifecycles> = {}, more: Partial<TestPlugin> = {}): TestPlugin => ({
  definition: tinyPlugin('tide'),
  specifier: THIRD_PARTY,
  lifecycles,
  ...more,
});

/** How a page is followed by another one in the same browser. */
type Next = 'reload' | 'stuck' | 'duplicate';

let isFakeTime = false;
let locks: FakeLocks;
let server: TestServer;
let reported: string[];

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  reported = [];
  locks = new FakeLocks();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
});
afterEach(() => endConsole());

/** Loads the page again in the same browser, and waits for the plugin of the page. */
async function open(plugin: TestPlugin, path = '/tide', state = 'failed', next: Next = 'reload') {
  if (next === 'reload') dispatchEvent(new Event('pagehide'));
  if (next === 'stuck') locks.releaseAll();
  const kept = [localStorage, sessionStorage].map((storage) => ({ ...storage }) as Record<string, string>);
  const now = Date.now();
  endConsole();
  if (isFakeTime) vi.useFakeTimers({ shouldAdvanceTime: true, now });
  for (const [at, storage] of [localStorage, sessionStorage].entries())
    for (const [key, value] of Object.entries(kept[at] ?? {})) storage.setItem(key, value);
  server = testServer(path);
  server.answers.set(HEALTH, ({ body }) => {
    reported.push(body);
    return new Response(null, { status: 204 });
  });
  const console = await testConsole([plugin, ebb]);
  await vi.waitFor(() => expect(stateOf(path.slice(1))).toBe(state));
  return console;
}
const notice = () => document.querySelector('.lading-notification')?.textContent ?? '';
const button = (label: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label);
const isLoaded = ({ loader }: Awaited<ReturnType<typeof open>>) => loader.imported.includes(THIRD_PARTY);

describe('a plugin that crashes twice in a row', () => {
  it('is off in this browser, with a notice that turns it on again', async () => {
    await open(tide(sunk));
    expect(isLoaded(await open(tide(sunk)))).toBe(true);
    expect(notice()).toBe('');

    const third = await open(tide());
    expect(isLoaded(third)).toBe(false);
    await vi.waitFor(() =>
      expect(notice()).toContain(
        'lading-plugin-tide 1.0.0 failed twice in a row and is turned off in this browser.',
      ),
    );
    await vi.waitFor(() => expect(reported.join()).toContain('"off":true'));

    button('Turn on')?.click();
    await vi.waitFor(() => expect(stateOf('tide')).toBe('mounted'));
    expect(slotOf('tide')?.textContent).toBe('tide');
    expect(notice()).toBe('');
    expect(isLoaded(await open(tide(), '/tide', 'mounted'))).toBe(true);
    expect(reported.join()).toContain('"off":false');
  });

  it('is off on all pages, and its own page offers to retry', async () => {
    await open(tide(sunk));
    await open(tide(sunk));
    await open(tide(), '/ebb', 'mounted');
    await vi.waitFor(() => expect(notice()).toContain('lading-plugin-tide 1.0.0'));
    await open(tide());
    expect(slotOf('tide')?.textContent).toContain('Failed to show');
    button('Retry')?.click();
    await vi.waitFor(() => expect(stateOf('tide')).toBe('mounted'));
  });

  it('is counted once for each attempt', async () => {
    const { loader } = await open(tide(sunk));
    button('Retry')?.click();
    await vi.waitFor(() => expect(loader.imported.filter((id) => id === THIRD_PARTY)).toHaveLength(2));
    await vi.waitFor(() => expect(stateOf('tide')).toBe('failed'));
    expect(isLoaded(await open(tide()))).toBe(false);
  });

  it('is tried again in a new version', async () => {
    await open(tide(sunk));
    await open(tide(sunk));
    const next = tide({}, { definition: tinyPlugin('tide', { version: '1.0.1' }) });
    expect(isLoaded(await open(next, '/tide', 'mounted'))).toBe(true);
    expect(notice()).toBe('');
  });

  it('stays on when it comes with the console: users could not sign in or work without it', async () => {
    const shipped = (lifecycles = {}) => tide(lifecycles, { specifier: '@lading/plugin-tide' });
    await open(shipped(sunk));
    await open(shipped(sunk));
    await open(shipped(), '/tide', 'mounted');
  });
});

describe('crashes that are not in a row', () => {
  it('are those before and after a visit without one', async () => {
    await open(tide(sunk));
    await open(tide(), '/tide', 'mounted');
    const link = Object.assign(document.createElement('a'), { href: '/ui/ebb' });
    document.body.append(link);
    link.click();
    await vi.waitFor(() => expect(stateOf('ebb')).toBe('mounted'));
    await open(tide(sunk));
    expect(isLoaded(await open(tide(), '/tide', 'mounted'))).toBe(true);
  });

  it('are those of the connection', async () => {
    const lost = () => {
      throw moduleFailure('network', 'the connection was reset', 'x');
    };
    for (let visit = 0; visit < 3; visit += 1) await open(tide({}, { module: lost }));
    await open(tide(), '/tide', 'mounted');
  });
});

describe('a page that ends without notice while a plugin is in use', () => {
  it('is a crash of the plugin', async () => {
    await open(tide(), '/tide', 'mounted');
    await open(tide(), '/tide', 'mounted', 'stuck');
    await vi.waitFor(() => expect(reported.join()).toContain('stopped responding'));
    expect(isLoaded(await open(tide(), '/tide', 'failed', 'stuck'))).toBe(false);
  });

  it('is no crash if the plugin was left, or the page ended as usual', async () => {
    await open(tide(), '/ebb', 'mounted');
    await open(tide(), '/tide', 'mounted', 'stuck');
    await open(tide(), '/tide', 'mounted');
    expect(localStorage.getItem('lading.failures.crashes')).toBeNull();
  });

  it('is no crash in a duplicate of its tab, nor in a window that it opens', async () => {
    for (let copy = 0; copy < 3; copy += 1) await open(tide(), '/tide', 'mounted', 'duplicate');
    expect(localStorage.getItem('lading.failures.crashes')).toBeNull();
  });

  it('is unknown in a browser without locks', async () => {
    Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
    for (let page = 0; page < 3; page += 1) await open(tide(), '/tide', 'mounted', 'stuck');
    expect(sessionStorage.getItem('lading.running')).toBeNull();
  });
});

describe('time', () => {
  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;
  beforeEach(() => {
    isFakeTime = true;
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });
  afterEach(() => {
    isFakeTime = false;
  });

  it.each([
    [MINUTE, 'mounted'],
    [MINUTE - 10_000, 'failed'],
  ])('of %d ms without an error: the plugin is %s after the next crash', async (shown, state) => {
    await open(tide(sunk));
    await open(tide(), '/tide', 'mounted');
    await vi.advanceTimersByTimeAsync(shown);
    await open(tide(sunk));
    await open(tide(), '/tide', state);
  });

  it('without an error does not include the time after one', async () => {
    let fail = () => {};
    const failing: Partial<PluginLifecycles> = {
      mount: async ({ onRenderError }) => {
        fail = () => onRenderError?.(new TypeError('no mast'));
      },
    };
    await open(tide(sunk));
    await open(tide(failing), '/tide', 'mounted');
    await vi.advanceTimersByTimeAsync(MINUTE / 2);
    fail();
    await vi.advanceTimersByTimeAsync(MINUTE);
    await open(tide(), '/tide', 'failed');
  });

  it.each([
    [24 * HOUR, 'mounted'],
    [23 * HOUR, 'failed'],
  ])('of %d ms between two crashes: the plugin is %s', async (between, state) => {
    await open(tide(sunk));
    vi.setSystemTime(Date.now() + between);
    await open(tide(sunk));
    await open(tide(), '/tide', state);
  });
});
