import type { Disposer, Navigation, NavigationOutcome, Place } from '@lading/contract';
import { action, makeObservable, observableRef } from 'mobx';
import type { Decision } from '../guards/decision.ts';
import type { AddressBar, AddressEvent, Entry } from './AddressBar.ts';
import { Blockers } from './Blockers.ts';
import { pathOf, type Target, targetOf } from './place.ts';

/** How many guards may send one attempt elsewhere before it is given up as a circle. */
const MOST_REDIRECTS = 10;
/** How long the browser may take to go back one entry, in milliseconds. */
const OWN_MOVE_MS = 1_000;

export interface NavigationParts {
  readonly address: AddressBar;
  /** Takes from an address what is not the screens'. `history`: the browser has gone back or forth to it. */
  readonly arrive?: (target: Target, from: 'history' | 'elsewhere') => Target;
  /** The guards' answer. */
  readonly decide: (target: Target) => Exclude<Decision, { do: 'next' }>;
  /** Fetches what the guards wait for; never rejects. */
  readonly prepare: () => Promise<void>;
  /** Asks whether to leave although something is not saved. */
  readonly ask: (reason: string) => Promise<boolean>;
  /** Says why the user is not where the target is. */
  readonly notify: (text: string, target: Target) => void;
  /** Keeps where a visitor wanted to go, until the sign-in. */
  readonly remember: (target: Target) => void;
  /** The address is committed: the screens are to follow. */
  readonly follow: () => void;
}

/** How an attempt comes into the address. `history`: the browser has gone there already, `delta` entries away. */
type How = 'push' | 'replace' | { readonly entry: Entry | undefined; readonly delta: number };

/**
 * The one navigation. Every attempt, from a link, the history, a plug-in or a raw `pushState`, asks what is unsaved,
 * passes the guards, and is then committed. While nothing has to be asked or fetched that happens at once.
 */
export class ShellNavigation implements Navigation {
  place: Place;
  readonly blockers = new Blockers();
  readonly #parts: NavigationParts;
  readonly #listeners = new Set<(place: Place) => void>();
  /** Some page has been admitted. */
  settled = false;
  /** The outcome of the latest attempt; no attempt yet: `undefined`. */
  latest: Promise<NavigationOutcome> | undefined;
  #index = 0;
  #attempt = 0;
  /** Told when the browser has made a move that this class asked for itself, and whose event says nothing new. */
  #ownMove: (() => void) | undefined;
  /** The next move of the history has been agreed to. */
  #agreed = false;

  constructor(parts: NavigationParts) {
    this.#parts = parts;
    const { target, entry } = parts.address.read();
    this.place = { ...target, key: entry?.key ?? newKey() };
    this.#index = entry?.index ?? 0;
    makeObservable<ShellNavigation, 'commit'>(this, { place: observableRef, commit: action });
  }

  /** Takes the address that the page was opened with through the guards. */
  start(): Promise<NavigationOutcome> {
    const { target, entry } = this.#parts.address.read();
    return this.#go(target, { entry: entry ?? { key: this.place.key, index: 0 }, delta: 0 });
  }

  go(to: string, options: { replace?: boolean; state?: unknown } = {}): Promise<NavigationOutcome> {
    return this.goTo(targetOf(to, this.place, options.state), options.replace ? 'replace' : 'push');
  }

  goTo(target: Target, how: 'push' | 'replace'): Promise<NavigationOutcome> {
    return this.#go(target, how);
  }

  move(delta: number): void {
    this.#parts.address.move(delta);
  }

  href(to: string): string {
    return this.#parts.address.href(to);
  }

  block(reason: () => string | undefined): Disposer {
    return this.blockers.add(reason);
  }

  listen(listener: (place: Place) => void): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Lets the screens follow the address once more: who answers it has changed. */
  follow(): void {
    this.#parts.follow();
  }

  /** What the browser or other code did with the address. */
  onAddress(event: AddressEvent): void {
    if (event.kind === 'code') {
      void this.#go(event.target, event.replace ? 'replace' : 'push');
      return;
    }
    if (this.#ownMove) {
      this.#ownMove();
      return;
    }
    if (event.entry?.key === this.place.key && pathOf(event.target) === pathOf(this.place)) return;
    const delta = event.entry ? event.entry.index - this.#index : 1;
    void this.#go(event.target, { entry: event.entry, delta });
  }

  #go(asked: Target, how: How): Promise<NavigationOutcome> {
    this.latest = this.#try(asked, how);
    return this.latest;
  }

  async #try(asked: Target, how: How): Promise<NavigationOutcome> {
    const attempt = ++this.#attempt;
    const moved = typeof how === 'object' && how.delta !== 0;
    const wanted = this.#parts.arrive?.(asked, moved ? 'history' : 'elsewhere') ?? asked;
    const reason = this.#reasonToStay(wanted);
    if (reason !== undefined) {
      await this.#stepBack(how);
      const agreed = await this.#parts.ask(reason);
      if (!agreed || attempt !== this.#attempt) return 'stayed';
      if (typeof how === 'object') return this.#moveAgreed(how);
    }
    let target = wanted;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; ) {
      const decision = this.#parts.decide(target);
      if (decision.do === 'wait') {
        await this.#parts.prepare();
        if (attempt !== this.#attempt) return 'stayed';
      } else if (decision.do === 'redirect') {
        redirects++;
        if (decision.notify !== undefined) this.#parts.notify(decision.notify, target);
        if (decision.remember) this.#parts.remember(target);
        target = targetOf(decision.to, this.place);
      } else if (decision.do === 'stop') {
        this.#parts.notify(decision.notify, target);
        await this.#stepBack(how);
        return 'stopped';
      } else {
        this.commit(target, how);
        return target === wanted ? 'done' : 'redirected';
      }
    }
    throw new Error(`The guards send ${pathOf(wanted)} in a circle, last to ${pathOf(target)}`);
  }

  /** Another page is asked about; another view of the same page is not. */
  #reasonToStay(target: Target): string | undefined {
    const agreed = this.#agreed;
    this.#agreed = false;
    return agreed || target.pathname === this.place.pathname ? undefined : this.blockers.reason;
  }

  /** The browser has gone there before anybody could ask: back to the entry that is shown. */
  async #stepBack(how: How): Promise<void> {
    if (typeof how !== 'object') return;
    if (how.delta === 0) {
      this.#parts.address.write(this.place, { key: this.place.key, index: this.#index }, 'replace');
      return;
    }
    await new Promise<void>((settle) => {
      const end = () => {
        clearTimeout(timer);
        this.#ownMove = undefined;
        settle();
      };
      // A browser that has no such entry any more makes no move and says nothing.
      const timer = setTimeout(end, OWN_MOVE_MS);
      this.#ownMove = end;
      this.#parts.address.move(-how.delta);
    });
  }

  #moveAgreed(how: { readonly delta: number }): NavigationOutcome {
    this.#agreed = true;
    this.#parts.address.move(how.delta);
    return 'done';
  }

  private commit(target: Target, wish: How): void {
    // As browsers do: the same address again is no further entry.
    const how = wish === 'push' && pathOf(target) === pathOf(this.place) ? 'replace' : wish;
    const entry = this.#entryFor(how);
    this.#index = entry.index;
    this.settled = true;
    this.#parts.address.write(target, entry, how === 'push' ? 'push' : 'replace');
    this.place = { ...target, key: entry.key };
    this.#parts.follow();
    for (const listener of [...this.#listeners]) listener(this.place);
  }

  #entryFor(how: How): Entry {
    if (how === 'push') return { key: newKey(), index: this.#index + 1 };
    if (how === 'replace') return { key: newKey(), index: this.#index };
    return how.entry ?? { key: newKey(), index: this.#index + how.delta };
  }
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
