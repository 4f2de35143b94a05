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
/** Waits for `popstate`: jsdom handles `history.go` asynchronously, as browsers do. */
const popped = () => new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));

beforeEach(() => {
  stop = () => {};
});
afterEach(() => stop());

describe('the navigation', () => {
  it('commits an admitted URL immediately and updates the screens', async () => {
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

  it('resolves relative targets against the current location', async () => {
    const { shell } = await navigation('/packages/a');
    await shell.go('?tab=files');
    expect(here()).toBe('/ui/packages/a?tab=files');
  });

  it('applies the guards to raw pushState and replaceState calls', async () => {
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

  it('lets code store data with the current history entry', async () => {
    const { shell, decide } = await navigation('/start');
    const { key } = shell.place;
    history.replaceState({ scroll: 7 }, '', location.href);
    expect(decide).toHaveBeenCalledOnce();
    expect(history.state).toMatchObject({ ladingKey: key, state: { scroll: 7 } });
  });

  it('follows the browser’s back and forward buttons', async () => {
    const { shell } = await navigation('/one');
    await shell.go('/two');
    await shell.go('/three');
    const back = popped();
    shell.move(-2);
    await back;
    expect(shell.place.pathname).toBe('/one');
  });

  it('stops with a notification if a guard requires it', async () => {
    const { shell, notify } = await navigation('/start', ({ pathname }) =>
      pathname === '/off' ? { do: 'stop', notify: 'Not now' } : { do: 'admit' },
    );
    expect(await shell.go('/off')).toBe('stopped');
    expect(here()).toBe('/ui/start');
    expect(notify).toHaveBeenCalledWith('Not now', expect.objectContaining({ pathname: '/off' }));
  });

  it('waits for data that a guard needs, and is superseded by a later navigation', async () => {
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

  it('aborts a redirect loop of the guards and reports it', async () => {
    const { shell } = await navigation('/start', ({ pathname }) =>
      pathname.startsWith('/start') ? { do: 'admit' } : { do: 'redirect', to: `${pathname}x` },
    );
    await expect(shell.go('/a')).rejects.toThrow('Redirect loop in the guards from /a');
  });

  it('adds no history entry for the current URL', async () => {
    const { shell } = await navigation('/start');
    const { length } = history;
    await shell.go('/start');
    expect(history.length).toBe(length);
  });
});

describe('unsaved changes', () => {
  it('require confirmation before another page, not before another view of the same page', async () => {
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

  it('require confirmation after the browser has moved already: the move is undone first', async () => {
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

  it('require confirmation before the tab closes', async () => {
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
