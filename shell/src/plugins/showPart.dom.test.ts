import { message, type PagePart, type PluginLifecycles, type PluginProps } from '@lading/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Registry } from '../registry/Registry.ts';
import { type Contributors, type SharedServices, shellApi } from './shellApi.ts';

let host: HTMLElement;
let controller: AbortController;
let registry: Registry;
beforeEach(() => {
  host = document.createElement('main');
  controller = new AbortController();
  registry = new Registry();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.useRealTimers());

const periodic = { paused: false, repeat: () => () => {} };
const shell = () =>
  shellApi(
    { periodic } as unknown as SharedServices,
    registry,
    { name: 'page', rank: 0, shipped: true },
    controller.signal,
    {} as Contributors,
  );

/** Registers a part of the plugin `lender` that writes a word into its host. */
function lend(id: string, lifecycles: Partial<PluginLifecycles> = {}, load?: PagePart['lifecycles']) {
  const asked: string[] = [];
  const whole: PluginLifecycles = {
    bootstrap: async () => void asked.push('bootstrap'),
    mount: async ({ domElement, shell: own }: PluginProps) => {
      asked.push('mount');
      domElement.append(`part ${id}`);
      own.storage.set('word', id);
    },
    unmount: async () => void asked.push('unmount'),
    ...lifecycles,
  };
  const value = { id, label: message(id, id), lifecycles: load ?? (async () => whole) };
  registry.add({ name: 'lender', rank: 1, shipped: false }, 'pageParts', value);
  return asked;
}

describe('a part of another plugin', () => {
  it('cannot add contributions after its plugin was removed from the page', async () => {
    let own: PluginProps['shell'] | undefined;
    lend('a', {
      mount: async (props) => {
        own = props.shell;
      },
    });
    await shell().showPart('a', host).ready;
    const feature = { name: 'TIDE', supported: true };
    const remove = own?.add('features', feature);
    expect(registry.list('features')).toHaveLength(1);
    remove?.();
    registry.lists.get('pageParts')?.clear();
    own?.add('features', feature);
    expect(registry.list('features')).toEqual([]);
  });

  it('is shown in its own host, with the shell of its own plugin [route-05]', async () => {
    const asked = lend('a');
    const shown = shell().showPart('a', host);
    await shown.ready;
    expect(host.textContent).toBe('part a');
    expect(localStorage.getItem('lading.plugin.lender.word')).toBe('a');
    await shown.remove();
    expect([host.innerHTML, asked]).toEqual(['', ['bootstrap', 'mount', 'unmount']]);
  });

  it('that fails does not affect other parts [route-05]', async () => {
    const fails = async () => {
      throw new Error('no powder');
    };
    lend('a');
    lend('unbuilt', {}, fails);
    lend('unready', { bootstrap: fails });
    lend('unmounted', { mount: fails });
    const api = shell();
    const all = ['unbuilt', 'unready', 'unmounted', 'a'].map((id) => api.showPart(id, host).ready);
    const ended = await Promise.allSettled(all);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'fulfilled']);
    expect(host.textContent).toBe('part a');
  });

  it('that no plugin contributes is reported as missing', async () => {
    await expect(shell().showPart('none', host).ready).rejects.toThrow(
      'No plugin contributes the part "none"',
    );
  });

  it('is removed with the page that shows it', async () => {
    const asked = lend('a');
    await shell().showPart('a', host).ready;
    controller.abort();
    await vi.waitFor(() => expect(asked).toContain('unmount'));
    expect(host.innerHTML).toBe('');
  });

  it('that is removed before it has loaded never mounts', async () => {
    let arrive = () => {};
    const asked: string[] = [];
    lend(
      'late',
      {},
      () =>
        new Promise((resolve) => {
          arrive = () => resolve({ bootstrap: never, mount: never, unmount: never });
        }),
    );
    const never = async () => void asked.push('called');
    const shown = shell().showPart('late', host);
    const removed = shown.remove();
    arrive();
    await removed;
    expect([asked, host.innerHTML]).toEqual([[], '']);
  });

  it('has the same timeout as plugins', async () => {
    vi.useFakeTimers();
    lend('slow', { mount: () => new Promise(() => {}) });
    const { ready } = shell().showPart('slow', host);
    const outcome = expect(ready).rejects.toThrow('Mounting took longer than 100 s');
    await vi.advanceTimersByTimeAsync(100_000);
    await outcome;
  });
});
