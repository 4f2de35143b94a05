import type { Http } from '@lading/contract';

/** Milliseconds after which kept state expires and data is loaded again. */
const KEPT_MS = 5 * 60_000;

/** Identifies the page that state is kept for. */
export interface LeftPlace {
  /** Shared by all mounts of a plugin, unlike the shell object. */
  readonly http: Http;
  /** Name of the user. */
  readonly user: string | undefined;
  /** Key of its history entry. */
  readonly entry: string;
}

/** Keeps the state of the last page of a kind, so that going back restores it. */
export class LeftBehind<Value> {
  readonly #kept = new WeakMap<Http, { place: LeftPlace; value: Value; until: number }>();
  readonly #drop: (value: Value) => void;

  /** `drop` is called with state that was not restored. */
  constructor(drop: (value: Value) => void = () => {}) {
    this.#drop = drop;
  }

  keep(place: LeftPlace, value: Value): void {
    const before = this.#kept.get(place.http);
    if (before) this.#drop(before.value);
    this.#kept.set(place.http, { place, value, until: Date.now() + KEPT_MS });
  }

  /**
   * Returns the state kept for this history entry, unless it has expired or belongs to another
   * user.
   */
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
