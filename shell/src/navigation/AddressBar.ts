import type { Disposer } from '@lading/contract';
import { placeBelow, type Target } from './place.ts';

/** What the shell keeps with each entry of the browser's history. */
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
  /** The browser has gone to an entry of its history, which has its address already. */
  | { readonly kind: 'history'; readonly target: Target; readonly entry: Entry | undefined }
  /** Code has called `history.pushState` or `replaceState`; the address is as it was. */
  | { readonly kind: 'code'; readonly target: Target; readonly replace: boolean };

/** The browser's address and history. Everything in the console that changes them comes through here. */
export class AddressBar {
  readonly #base: string;
  readonly #decorate: (to: string) => string;
  // The browser's own, past what single-spa and the guard below put over them.
  readonly #push = History.prototype.pushState.bind(history);
  readonly #replace = History.prototype.replaceState.bind(history);

  /** `base`: `/ui/`. `decorate` adds to addresses what screens know nothing of. */
  constructor(base: string, decorate: (to: string) => string = (to) => to) {
    this.#base = base;
    this.#decorate = decorate;
  }

  /** Where the page is now; an address outside the console reads as its first page. */
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

  /** `/ui/packages` for `/packages` */
  href(to: string): string {
    return this.#base.replace(/\/$/, '') + this.#decorate(to.startsWith('/') ? to : `/${to}`);
  }

  move(delta: number): void {
    history.go(delta);
  }

  /** Reports what others do with the history. Code's calls are taken, and not passed on, where they lead inside. */
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

/** Somebody's own data for the entry that is shown: the entry stays what it is. */
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
