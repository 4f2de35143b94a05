import type { Disposer, Navigation, NavigationOutcome, Place } from '@lading/contract';
import { action, makeObservable, observableRef } from 'mobx';
import type { Decision } from '../guards/decision.ts';
import type { AddressBar, AddressEvent, Entry } from './AddressBar.ts';
import { Blockers } from './Blockers.ts';
import { pathOf, type Target, targetOf } from './place.ts';

/** Maximum number of guard redirects before an attempt is aborted as a redirect loop. */
const MAX_REDIRECTS = 10;
/** Maximum time for the browser to go back one entry, in milliseconds. */
const OWN_MOVE_MS = 1_000;

export interface NavigationParts {
  readonly address: AddressBar;
  /**
   * Removes parameters from a URL that screens do not know about. `history`: the browser moved to
   * it with back or forward.
   */
  readonly arrive?: (target: Target, from: 'history' | 'elsewhere') => Target;
  /** Returns the decision of the guards. */
  readonly decide: (target: Target) => Exclude<Decision, { do: 'next' }>;
  /** Loads the data that the guards wait for. Never rejects. */
  readonly prepare: () => Promise<void>;
  /** Asks whether to leave despite unsaved changes. */
  readonly ask: (reason: string) => Promise<boolean>;
  /** Shows the user why the target was not opened. */
  readonly notify: (text: string, target: Target) => void;
  /** Stores the location that an anonymous user requested, until the sign-in. */
  readonly remember: (target: Target) => void;
  /** Updates the screens after the URL is committed. */
  readonly follow: () => void;
}

/**
 * How an attempt changes the URL. `history`: the browser has moved there already, by `delta`
 * entries.
 */
type How = 'push' | 'replace' | { readonly entry: Entry | undefined; readonly delta: number };

/**
 * Handles all navigation. Each attempt, from a link, the history, a plugin, or a raw `pushState`,
 * checks for unsaved changes, passes the guards, and is then committed. It is synchronous unless it
 * has to ask the user or load data.
 */
export class ShellNavigation implements Navigation {
  place: Place;
  readonly blockers = new Blockers();
  readonly #parts: NavigationParts;
  readonly #listeners = new Set<(place: Place) => void>();
  /** A page has been admitted. */
  settled = false;
  /** Outcome of the latest attempt, or `undefined` before the first attempt. */
  latest: Promise<NavigationOutcome> | undefined;
  #index = 0;
  #attempt = 0;
  /** Called after a history move that this class requested; its event is not a new navigation. */
  #ownMove: (() => void) | undefined;
  /** The user has confirmed the next history move. */
  #agreed = false;

  constructor(parts: NavigationParts) {
    this.#parts = parts;
    const { target, entry } = parts.address.read();
    this.place = { ...target, key: entry?.key ?? newKey() };
    this.#index = entry?.index ?? 0;
    makeObservable<ShellNavigation, 'commit'>(this, { place: observableRef, commit: action });
  }

  /** Runs the guards for the URL that the page was opened with. */
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

  /** Updates the screens for the current URL because its owner has changed. */
  follow(): void {
    this.#parts.follow();
  }

  /** Handles a URL change by the browser or other code. */
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
    for (let redirects = 0; redirects <= MAX_REDIRECTS; ) {
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
    throw new Error(`Redirect loop in the guards from ${pathOf(wanted)}, last redirect to ${pathOf(target)}`);
  }

  /** Returns the reason to stay. Another view of the same page needs no confirmation. */
  #reasonToStay(target: Target): string | undefined {
    const agreed = this.#agreed;
    this.#agreed = false;
    return agreed || target.pathname === this.place.pathname ? undefined : this.blockers.reason;
  }

  /** Undoes a history move that the browser made before the user could be asked. */
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
      // A browser without such an entry makes no move and fires no event.
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
    // As in browsers, navigating to the current URL adds no entry.
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
