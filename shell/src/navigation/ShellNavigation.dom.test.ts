import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Decision } from '../guards/decision.ts';
import { AddressBar } from './AddressBar.ts';
import type { Target } from './place.ts';
import { pathOf } from './place.ts';
import { ShellNavigation } from './ShellNavigation.ts';

type Answer = Exclude<Decision, { do: 'next' }>;

let stop = () => {};
const go = (path: string, state: unknown = null) =>
  History.prototype.replaceState.call(history, state, '', `/ui${path}`);

async function navigation(path = '/start', decide: (target: Target) => Answer = () => ({ do: 'admit' })) {
  go(path);
  const address = new AddressBar('/ui/');
  const parts = {
    address,
    decide: vi.fn(decide),
    prepare: vi.fn(async () => {}),
    ask: vi.fn(async (_reason: string) => true),
    notify: vi.fn(),
    remember: vi.fn(),
    follow: vi.fn(),
  };
  const shell = new ShellNavigation(parts);
  stop = address.watch((event) => shell.onAddress(event));
  await shell.start();
  return { ...parts, shell };
}

const here = () => location.pathname + location.search + location.hash;
/** jsdom answers `history.go` later, as browsers do. */
const popped = () => new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));

beforeEach(() => {
  stop = () => {};
});
afterEach(() => stop());

describe('the one navigation', () => {
  it('commits an admitted address at once, and lets the screens follow', async () => {
    const { shell, follow } = await navigation('/start?x=1');
    expect(shell.place).toMatchObject({ pathname: '/start', search: '?x=1' });
    const seen: string[] = [];
    shell.listen((place) => seen.push(pathOf(place)));
    const outcome = shell.go('/packages?name=a#top', { state: { from: 'test' } });
    expect(here()).toBe('/ui/packages?name=a#top');
    expect(shell.place.state).toEqual({ from: 'test' });
    expect(await outcome).toBe('done');
    expect(seen).toEqual(['/packages?name=a#top']);
    expect(follow).toHaveBeenCalledTimes(2);
  });

  it('reads what is relative to the place', async () => {
    const { shell } = await navigation('/packages/a');
    await shell.go('?tab=files');
    expect(here()).toBe('/ui/packages/a?tab=files');
  });

  it('takes a raw pushState and replaceState through the same gate', async () => {
    const { shell, decide } = await navigation('/start', ({ pathname }) =>
      pathname === '/secret' ? { do: 'redirect', to: '/login', remember: true } : { do: 'admit' },
    );
    history.pushState({ own: 1 }, '', '/ui/raw?y=2');
    expect(shell.place).toMatchObject({ pathname: '/raw', search: '?y=2', state: { own: 1 } });
    history.replaceState(null, '', '/ui/secret');
    expect(here()).toBe('/ui/login');
    expect(decide).toHaveBeenCalledTimes(4);
    history.pushState(null, '', '/artifactory/elsewhere');
    expect(location.pathname).toBe('/artifactory/elsewhere');
    go('/start');
  });

  it('lets code keep data with the entry that is shown', async () => {
    const { shell, decide } = await navigation('/start');
    const { key } = shell.place;
    history.replaceState({ scroll: 7 }, '', location.href);
    expect(decide).toHaveBeenCalledOnce();
    expect(history.state).toMatchObject({ ladingKey: key, state: { scroll: 7 } });
  });

  it('follows the buttons of the browser', async () => {
    const { shell } = await navigation('/one');
    await shell.go('/two');
    await shell.go('/three');
    const back = popped();
    shell.move(-2);
    await back;
    expect(shell.place.pathname).toBe('/one');
  });

  it('stops with a notification where a guard says so', async () => {
    const { shell, notify } = await navigation('/start', ({ pathname }) =>
      pathname === '/off' ? { do: 'stop', notify: 'Not now' } : { do: 'admit' },
    );
    expect(await shell.go('/off')).toBe('stopped');
    expect(here()).toBe('/ui/start');
    expect(notify).toHaveBeenCalledWith('Not now', expect.objectContaining({ pathname: '/off' }));
  });

  it('waits for what a guard needs, and gives way to a later wish', async () => {
    let ready = false;
    let finish = () => {};
    const { shell, prepare } = await navigation('/start', ({ pathname }) =>
      pathname === '/slow' && !ready ? { do: 'wait' } : { do: 'admit' },
    );
    prepare.mockImplementation(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const first = shell.go('/slow');
    expect(here()).toBe('/ui/start');
    await shell.go('/later');
    ready = true;
    finish();
    expect(await first).toBe('stayed');
    expect(here()).toBe('/ui/later');
    expect(await shell.go('/slow')).toBe('done');
  });

  it('gives up a circle of guards, and names it', async () => {
    const { shell } = await navigation('/start', ({ pathname }) =>
      pathname.startsWith('/start') ? { do: 'admit' } : { do: 'redirect', to: `${pathname}x` },
    );
    await expect(shell.go('/a')).rejects.toThrow('The guards send /a in a circle');
  });

  it('adds no entry for the address where one is', async () => {
    const { shell } = await navigation('/start');
    const { length } = history;
    await shell.go('/start');
    expect(history.length).toBe(length);
  });
});

describe('unsaved changes', () => {
  it('are asked about before another page, not before another view of the same', async () => {
    const { shell, ask } = await navigation('/form');
    const dispose = shell.block(() => 'The webhook is not saved.');
    expect(await shell.go('?tab=2')).toBe('done');
    expect(ask).not.toHaveBeenCalled();
    ask.mockResolvedValueOnce(false);
    expect(await shell.go('/packages')).toBe('stayed');
    expect(here()).toBe('/ui/form?tab=2');
    expect(ask).toHaveBeenCalledWith('The webhook is not saved.');
    expect(await shell.go('/packages')).toBe('done');
    dispose();
    ask.mockClear();
    await shell.go('/form');
    expect(ask).not.toHaveBeenCalled();
  });

  it('are asked about when the browser has gone already: it comes back first', async () => {
    const { shell, ask } = await navigation('/list');
    await shell.go('/form');
    shell.block(() => 'unsaved');
    ask.mockResolvedValueOnce(false);
    history.back();
    await vi.waitFor(() => expect(ask).toHaveBeenCalledOnce());
    await vi.waitFor(() => expect(here()).toBe('/ui/form'));
    expect(shell.place.pathname).toBe('/form');

    history.back();
    await vi.waitFor(() => expect(shell.place.pathname).toBe('/list'));
    expect(here()).toBe('/ui/list');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('are asked about before the tab closes, in the browser’s words', async () => {
    const { shell } = await navigation('/form');
    const unwatch = shell.blockers.watchTab();
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(leave()).toBe(false);
    const dispose = shell.block(() => 'unsaved');
    expect(leave()).toBe(true);
    dispose();
    expect(leave()).toBe(false);
    unwatch();
  });
});
