import type { Disposer } from '@lading/contract';
import { placeBelow, type Target } from './place.ts';

/** State that the shell stores with each history entry. */
interface EntryState {
  readonly ladingKey: string;
  readonly ladingIndex: number;
  readonly state: unknown;
}

export interface Entry {
  readonly key: string;
  readonly index: number;
}

export type AddressEvent =
  /** The browser has moved to a history entry; the URL has changed already. */
  | { readonly kind: 'history'; readonly target: Target; readonly entry: Entry | undefined }
  /** Code has called `history.pushState` or `replaceState`; the URL has not changed yet. */
  | { readonly kind: 'code'; readonly target: Target; readonly replace: boolean };

/** Browser URL and history. All changes of the console to them pass through this class. */
export class AddressBar {
  readonly #base: string;
  readonly #decorate: (to: string) => string;
  // Native methods, bypassing the wrappers of single-spa and of `watch` below.
  readonly #push = History.prototype.pushState.bind(history);
  readonly #replace = History.prototype.replaceState.bind(history);

  /** `base`: `/ui/`. `decorate` adds parameters to URLs that screens do not know about. */
  constructor(base: string, decorate: (to: string) => string = (to) => to) {
    this.#base = base;
    this.#decorate = decorate;
  }

  /** Returns the current location. A URL outside the console is read as `/`. */
  read(): { target: Target; entry: Entry | undefined } {
    const { state, entry } = read(history.state);
    const target = placeBelow(new URL(location.href), this.#base) ?? { pathname: '/', search: '', hash: '' };
    return { target: { ...target, state }, entry };
  }

  write(target: Target, entry: Entry, how: 'push' | 'replace'): void {
    const state: EntryState = { ladingKey: entry.key, ladingIndex: entry.index, state: target.state };
    const write = how === 'push' ? this.#push : this.#replace;
    write(state, '', this.href(target.pathname + target.search + target.hash));
  }

  /** Returns the full path: `/ui/packages` for `/packages`. */
  href(to: string): string {
    return this.#base.replace(/\/$/, '') + this.#decorate(to.startsWith('/') ? to : `/${to}`);
  }

  move(delta: number): void {
    history.go(delta);
  }

  /**
   * Reports history changes made by the browser and other code. Intercepts calls of `pushState` and
   * `replaceState` with URLs inside the console.
   */
  watch(report: (event: AddressEvent) => void): Disposer {
    const onPop = () => report({ kind: 'history', ...this.read() });
    window.addEventListener('popstate', onPop);
    const take = (replace: boolean, native: History['pushState']): History['pushState'] => {
      return (data, unused, address) => {
        const url = new URL(address ?? location.href, location.href);
        const target = placeBelow(url, this.#base);
        if (replace && url.href === location.href) native(keep(data), unused, address);
        else if (target) report({ kind: 'code', target: { ...target, state: data }, replace });
        else native(data, unused, address);
      };
    };
    history.pushState = take(false, this.#push);
    history.replaceState = take(true, this.#replace);
    return () => {
      window.removeEventListener('popstate', onPop);
      Reflect.deleteProperty(history, 'pushState');
      Reflect.deleteProperty(history, 'replaceState');
    };
  }
}

/** Wraps another script's history state for the current entry, so that the entry keeps its key. */
function keep(data: unknown): unknown {
  const { entry } = read(history.state);
  return entry
    ? ({ ladingKey: entry.key, ladingIndex: entry.index, state: data } satisfies EntryState)
    : data;
}

function read(value: unknown): { state: unknown; entry: Entry | undefined } {
  if (typeof value !== 'object' || value === null) return { state: value ?? undefined, entry: undefined };
  const { ladingKey: key, ladingIndex: index, state } = value as Partial<EntryState>;
  if (typeof key !== 'string' || typeof index !== 'number') return { state: value, entry: undefined };
  return { state, entry: { key, index } };
}
