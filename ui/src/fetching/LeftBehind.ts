import type { Http } from '@lading/contract';

/** What was left longer ago than this is fetched anew, in milliseconds. */
const KEPT_MS = 5 * 60_000;

/** Where something was left. */
export interface LeftPlace {
  /** What all mounts of a plug-in share: the shell itself is another object for each. */
  readonly http: Http;
  /** Whose it is. */
  readonly user: string | undefined;
  /** The entry of the history that it was shown at. */
  readonly entry: string;
}

/** What is left with a page, the last of its kind, so that going back finds it as it was. */
export class LeftBehind<Value> {
  readonly #kept = new WeakMap<Http, { place: LeftPlace; value: Value; until: number }>();
  readonly #drop: (value: Value) => void;

  /** `drop` is told of what nobody came back to. */
  constructor(drop: (value: Value) => void = () => {}) {
    this.#drop = drop;
  }

  keep(place: LeftPlace, value: Value): void {
    const before = this.#kept.get(place.http);
    if (before) this.#drop(before.value);
    this.#kept.set(place.http, { place, value, until: Date.now() + KEPT_MS });
  }

  /** What was left at this entry of the history, unless that was long ago or another user's. */
  take({ http, user, entry }: LeftPlace): Value | undefined {
    const found = this.#kept.get(http);
    this.#kept.delete(http);
    if (!found) return undefined;
    if (found.place.entry === entry && found.place.user === user && Date.now() < found.until)
      return found.value;
    this.#drop(found.value);
    return undefined;
  }
}
