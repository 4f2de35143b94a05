import { makeObservable, observableRef, runInAction } from 'mobx';
import type { Navigation, NavigationOutcome, Place } from '../../shell/navigation.ts';
import type { Disposer } from '../../shell/services.ts';

/** Allows every navigation unless a blocker has a reason and `leave` is false. Observable. */
export class FakeNavigation implements Navigation {
  place: Place;
  /** All visited locations, including the first one. */
  readonly visited: Place[] = [];
  /** The user's answer when leaving must be confirmed. */
  leave = true;
  readonly #listeners = new Set<(place: Place) => void>();
  readonly #reasons = new Set<() => string | undefined>();
  #at = 0;

  constructor(start = '/') {
    this.place = placeOf(start, undefined, 0);
    this.visited.push(this.place);
    makeObservable(this, { place: observableRef });
  }

  /** Returns the reason of the first blocker that has one. */
  get blocked(): string | undefined {
    for (const reason of this.#reasons) {
      const said = reason();
      if (said !== undefined) return said;
    }
    return undefined;
  }

  async go(to: string, options: { replace?: boolean; state?: unknown } = {}): Promise<NavigationOutcome> {
    const place = placeOf(to, options.state, this.visited.length);
    if (place.pathname !== this.place.pathname && this.blocked !== undefined && !this.leave) return 'stayed';
    if (options.replace) this.visited[this.#at] = place;
    else {
      this.visited.splice(this.#at + 1, Number.POSITIVE_INFINITY, place);
      this.#at++;
    }
    this.#arrive(place);
    return 'done';
  }

  move(delta: number): void {
    const place = this.visited[this.#at + delta];
    if (!place) return;
    this.#at += delta;
    this.#arrive(place);
  }

  href(to: string): string {
    return `/ui${to}`;
  }

  block(reason: () => string | undefined): Disposer {
    this.#reasons.add(reason);
    return () => {
      this.#reasons.delete(reason);
    };
  }

  listen(listener: (place: Place) => void): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #arrive(place: Place): void {
    runInAction(() => {
      this.place = place;
    });
    for (const listener of [...this.#listeners]) listener(place);
  }
}

function placeOf(to: string, state: unknown, count: number): Place {
  const { pathname, search, hash } = new URL(to, 'http://lading');
  return { pathname, search, hash, state, key: `key-${count}` };
}
