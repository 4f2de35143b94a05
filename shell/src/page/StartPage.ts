import type { ScopedStorage } from '@lading/contract';
import { action, makeObservable, observable } from 'mobx';

const KEY = 'startPage';
/** Pages that a user can choose. */
export const START_PAGES: readonly string[] = ['/packages', '/insight'];

/** Page that `/` and a sign-in redirect to, if one is selected in this browser. */
export class StartPage {
  path: string | undefined;
  readonly #storage: ScopedStorage;

  constructor(storage: ScopedStorage) {
    this.#storage = storage;
    const kept = storage.get(KEY);
    this.path = START_PAGES.find((path) => path === kept);
    makeObservable(this, { path: observable, choose: action });
  }

  choose(path: string): void {
    this.path = path;
    this.#storage.set(KEY, path);
  }
}
