import type { ScopedStorage } from '@lading/contract';
import { action, makeObservable, observable } from 'mobx';

const FINISHED = 'finished';

/** A user's progress in the tour, stored in this browser. */
export class TourProgress {
  /** The index of the step to continue at. */
  step = 0;
  finished = false;
  readonly #storage: ScopedStorage;
  readonly #key: string;

  constructor(storage: ScopedStorage, user: string) {
    this.#storage = storage;
    this.#key = `tour.${user}`;
    const stored = storage.get(this.#key);
    const step = Number(stored);
    if (stored === FINISHED) this.finished = true;
    else if (Number.isSafeInteger(step) && step > 0) this.step = step;
    makeObservable(this, {
      step: observable,
      finished: observable,
      reach: action,
      finish: action,
      startOver: action,
    });
  }

  reach(step: number): void {
    this.step = step;
    this.finished = false;
    this.#storage.set(this.#key, String(step));
  }

  finish(): void {
    this.step = 0;
    this.finished = true;
    this.#storage.set(this.#key, FINISHED);
  }

  startOver(): void {
    this.step = 0;
    this.finished = false;
    this.#storage.remove(this.#key);
  }
}
