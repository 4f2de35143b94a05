import {
  MOUNT_TIMEOUT_MS,
  type PluginFailure,
  type PluginLifecycles,
  type PluginProps,
} from '@lading/contract';
import { fakePlugin, fakeShell, moduleFailure } from '@lading/contract/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tinyPlugin } from '../testing/testConsole.ts';
import { PluginRecord } from './PluginRecord.ts';
import { SLOW_AFTER_MS, Slot } from './Slot.ts';

const CLOCKS = { load: 120_000, mount: MOUNT_TIMEOUT_MS, unmount: 5_000 };
const NOT_FETCHED = 'Could not fetch microfrontend application: one';
const NOT_RESOLVED = 'Error: failed resolving microfrontend one';

/** Promise that the test settles. */
function deferred<T = void>() {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

function slotWith(lifecycles: Partial<PluginLifecycles> = {}) {
  const content = document.createElement('main');
  const { manifest, module } = fakePlugin(tinyPlugin('one'), lifecycles);
  const boot = {
    name: 'one',
    version: '1.0.0',
    specifier: '@lading/plugin-one',
    address: '/x.js',
    hash: 'h',
  };
  const record = new PluginRecord(boot, 0);
  record.accept(manifest);
  const load = vi.fn(async () => module);
  const forget = vi.fn(async () => {});
  const signals: AbortSignal[] = [];
  const props = (domElement: HTMLElement, signal: AbortSignal): PluginProps => {
    signals.push(signal);
    return { name: 'one', domElement, shell: fakeShell() };
  };
  const panel = (reason: 'slow' | PluginFailure) => {
    const element = document.createElement('p');
    element.textContent = reason === 'slow' ? 'slow' : `${reason.class}: ${reason.cause}`;
    return element;
  };
  const slot = new Slot(record, { clocks: CLOCKS, content, load, forget, props, panel });
  const state = () => slot.element.dataset.pluginState;
  return { slot, record, load, forget, signals, content, state, text: () => content.textContent };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
let logged: unknown[][];

beforeEach(() => {
  vi.useFakeTimers();
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => void logged.push(words));
});

afterEach(() => vi.useRealTimers());

describe('a slot', () => {
  it('loads, starts, and mounts when wanted, and unmounts when not', async () => {
    const said: string[] = [];
    const tell = (word: string) => async () => void said.push(word);
    const { slot, state, content, signals } = slotWith({
      bootstrap: tell('bootstrap'),
      mount: tell('mount'),
      unmount: tell('unmount'),
    });
    expect(state()).toBe('pending');
    slot.wanted();
    expect(state()).toBe('loading');
    await settle();
    expect(state()).toBe('mounted');
    slot.unwanted();
    expect(slot.element.hidden).toBe(true);
    await settle();
    expect(said).toEqual(['bootstrap', 'mount', 'unmount']);
    expect(state()).toBe('ready');
    expect(content.children).toHaveLength(0);
    expect(signals[0]?.aborted).toBe(true);
  });

  it('shows after 5 s that loading takes long, with a Retry button', async () => {
    const { slot, load, text } = slotWith();
    const first = deferred<never>();
    load.mockReturnValueOnce(first.promise);
    slot.wanted();
    await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS - 1);
    expect(text()).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    expect(text()).toBe('slow');
    slot.retry();
    await settle();
    expect(text()).toBe('one');
  });

  it('runs one attempt at a time', async () => {
    const { slot, load } = slotWith();
    const code = deferred<never>();
    load.mockReturnValueOnce(code.promise);
    slot.wanted();
    await settle();
    slot.unwanted();
    slot.wanted();
    slot.unwanted();
    slot.wanted();
    await settle();
    expect(load).toHaveBeenCalledOnce();
  });
});

describe('a plugin that is left while its mount is pending', () => {
  it('is unmounted when the mount completes', async () => {
    const mounting = deferred();
    const unmount = vi.fn(async () => {});
    const { slot, state, content } = slotWith({ mount: () => mounting.promise, unmount });
    slot.wanted();
    await settle();
    slot.unwanted();
    expect(unmount).not.toHaveBeenCalled();
    mounting.resolve();
    await settle();
    expect(unmount).toHaveBeenCalledOnce();
    expect(state()).toBe('ready');
    expect(content.children).toHaveLength(0);
  });

  it('is kept when the user returns earlier', async () => {
    const mounting = deferred();
    const mount = vi.fn(() => mounting.promise);
    const unmount = vi.fn(async () => {});
    const { slot, state } = slotWith({ mount, unmount });
    slot.wanted();
    await settle();
    slot.unwanted();
    slot.wanted();
    mounting.resolve();
    await settle();
    expect(state()).toBe('mounted');
    expect(slot.element.hidden).toBe(false);
    expect(mount).toHaveBeenCalledOnce();
    expect(unmount).not.toHaveBeenCalled();
  });
});

describe('a timeout', () => {
  it('is 100000 ms for a mount: the host is removed, and a late mount is unmounted [mfe-02]', async () => {
    const mounting = deferred();
    const unmount = vi.fn(async (_props: PluginProps) => {});
    const hosts: HTMLElement[] = [];
    const mount = ({ domElement }: PluginProps) => {
      hosts.push(domElement);
      return mounting.promise;
    };
    const { slot, record, state, signals } = slotWith({ mount, unmount });
    slot.wanted();
    await vi.advanceTimersByTimeAsync(99_999);
    expect(state()).toBe('ready');
    await vi.advanceTimersByTimeAsync(1);
    expect(record.state).toMatchObject({
      status: 'failed',
      failure: { class: 'timeout', cause: 'Mounting took longer than 100 s' },
    });
    expect(logged).toEqual([[NOT_RESOLVED]]);
    expect(hosts[0]?.parentElement).toBeNull();
    expect(signals[0]?.aborted).toBe(true);
    mounting.resolve();
    await settle();
    expect(unmount.mock.calls[0]?.[0].domElement).toBe(hosts[0]);
    expect(state()).toBe('failed');
  });

  it('is 120 s for loading the code', async () => {
    const { slot, record, load } = slotWith();
    load.mockReturnValueOnce(deferred<never>().promise);
    slot.wanted();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(record.state).toMatchObject({
      failure: { class: 'timeout', cause: 'Loading took longer than 120 s' },
    });
    expect(logged).toEqual([[NOT_FETCHED]]);
  });

  it('is 5 s for an unmount, and the next attempt does not wait longer', async () => {
    const { slot, record, state } = slotWith({ unmount: () => deferred().promise });
    slot.wanted();
    await settle();
    slot.unwanted();
    slot.wanted();
    await settle();
    expect(state()).toBe('loading');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(state()).toBe('mounted');
    expect(record.incidents).toMatchObject([{ class: 'unmount', cause: 'Unmounting took longer than 5 s' }]);
  });
});

describe('a failure', () => {
  it.each(['network', 'http', 'integrity', 'timeout'] as const)(
    'to fetch (%s) is only logged, verbatim [mfe-03]',
    async (found) => {
      const { slot, record, load, text } = slotWith();
      load.mockRejectedValueOnce(moduleFailure(found, 'the reason', '/ui/plugins/one/plugin.js'));
      slot.wanted();
      await settle();
      expect(logged).toEqual([[NOT_FETCHED]]);
      expect(record.state).toMatchObject({ status: 'failed', failure: { class: found } });
      expect(text()).toBe(`${found}: /ui/plugins/one/plugin.js: the reason`);
    },
  );

  it('to resolve is only logged, verbatim [mfe-04]', async () => {
    const { slot, load } = slotWith();
    load.mockRejectedValueOnce(moduleFailure('evaluation', 'Error: no luck', '/x.js'));
    slot.wanted();
    await settle();
    expect(logged).toEqual([[NOT_RESOLVED]]);
  });

  it.each(['bootstrap', 'mount'] as const)('of %s has its class and cause', async (stage) => {
    const failing = async () => {
      throw new Error('no luck');
    };
    const { slot, record } = slotWith({ [stage]: failing });
    slot.wanted();
    await settle();
    expect(record.state).toMatchObject({ failure: { class: stage, cause: 'no luck' } });
    expect(record.state).toMatchObject({ failure: { time: Date.now() } });
  });

  it('thrown synchronously is handled like a rejection', async () => {
    const { slot, record } = slotWith({
      mount: () => {
        throw 'a text';
      },
    });
    slot.wanted();
    await settle();
    expect(record.state).toMatchObject({ failure: { class: 'mount', cause: 'a text' } });
  });

  it('of unmount leaves nothing on the screen, and the next visit starts over', async () => {
    const { slot, record, state, content, forget } = slotWith({
      unmount: async () => {
        throw new Error('no end');
      },
    });
    slot.wanted();
    await settle();
    slot.unwanted();
    await settle();
    expect(record.state).toMatchObject({ failure: { class: 'unmount', cause: 'no end' } });
    expect(content.children).toHaveLength(0);
    slot.wanted();
    await settle();
    expect(state()).toBe('mounted');
    expect(forget).toHaveBeenCalledOnce();
  });

  it('can be retried without a reload: the code is discarded first', async () => {
    const { slot, load, forget, text, state } = slotWith();
    load.mockRejectedValueOnce(moduleFailure('http', 'the server answered 503', '/x.js'));
    slot.wanted();
    await settle();
    expect(state()).toBe('failed');
    slot.retry();
    await settle();
    expect(text()).toBe('one');
    expect(forget.mock.invocationCallOrder[0]).toBeLessThan(load.mock.invocationCallOrder[1] ?? 0);
  });

  it('can be retried from another page: only the code is fetched', async () => {
    const { slot, load, state } = slotWith();
    load.mockRejectedValueOnce(moduleFailure('http', 'the server answered 503', '/x.js'));
    slot.wanted();
    await settle();
    slot.unwanted();
    slot.retry();
    await settle();
    expect(state()).toBe('ready');
  });

  it('while the page is left appears only in the state', async () => {
    const code = deferred<never>();
    const { slot, load, state, content } = slotWith();
    load.mockReturnValueOnce(code.promise);
    slot.wanted();
    await settle();
    slot.unwanted();
    code.reject(moduleFailure('network', 'gone', '/x.js'));
    await settle();
    expect(state()).toBe('failed');
    expect(content.children).toHaveLength(0);
  });
});
