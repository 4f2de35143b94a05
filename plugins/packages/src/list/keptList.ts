import type { Http } from '@lading/contract';
import type { PackageListStore } from './PackageListStore.ts';

/** A list that was left longer ago than this is fetched anew, in milliseconds. */
const KEPT_MS = 5 * 60_000;

/** What a list is found by again. */
export interface ListPlace {
  /** What all mounts of the plug-in share: the shell itself is another object for each. */
  readonly http: Http;
  /** Whose list it is. */
  readonly user: string | undefined;
  /** The entry of the history that it is shown at. */
  readonly entry: string;
}

interface Kept {
  readonly place: ListPlace;
  readonly store: PackageListStore;
  readonly until: number;
}

const kept = new WeakMap<Http, Kept>();

/** Keeps the list that is left, so that going back to it finds its rows where they were. */
export function keepList(place: ListPlace, store: PackageListStore): void {
  kept.get(place.http)?.store.dispose();
  kept.set(place.http, { place, store, until: Date.now() + KEPT_MS });
}

/** The list that was shown at this entry of the history, unless it was left long ago or was another user's. */
export function takeList({ http, user, entry }: ListPlace): PackageListStore | undefined {
  const found = kept.get(http);
  kept.delete(http);
  if (found?.place.entry === entry && found.place.user === user && Date.now() < found.until)
    return found.store;
  found?.store.dispose();
  return undefined;
}
