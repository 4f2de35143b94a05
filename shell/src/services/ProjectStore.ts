import type { ProjectService, ScopedStorage } from '@lading/contract';
import { action, makeObservable, observableRef } from 'mobx';

const SELECTED = 'project';

/** The selected project, which this browser remembers. */
export class ProjectStore implements ProjectService {
  current: string | undefined;
  readonly #storage: ScopedStorage;

  constructor(storage: ScopedStorage) {
    this.#storage = storage;
    this.current = storage.get(SELECTED) || undefined;
    makeObservable(this, { current: observableRef, choose: action });
  }

  /** `undefined`: all projects. */
  choose(key: string | undefined): void {
    this.current = key;
    if (key === undefined) this.#storage.remove(SELECTED);
    else this.#storage.set(SELECTED, key);
  }
}
