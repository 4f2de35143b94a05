import type { Disposer } from '@lading/contract';

/** What would be lost by leaving. */
export class Blockers {
  readonly #reasons = new Set<() => string | undefined>();

  add(reason: () => string | undefined): Disposer {
    // The same function may be given twice: each has its own entry and its own disposer.
    const own = () => reason();
    this.#reasons.add(own);
    return () => {
      this.#reasons.delete(own);
    };
  }

  /** The first that is given; `undefined`: nothing would be lost. */
  get reason(): string | undefined {
    for (const reason of this.#reasons) {
      const said = reason();
      if (said !== undefined) return said;
    }
    return undefined;
  }

  /** What is unsaved is given up: nobody asks about it any more. */
  drop(): void {
    this.#reasons.clear();
  }

  /** Closing the tab asks too, in the browser's own words. */
  watchTab(): Disposer {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (this.reason !== undefined) event.preventDefault();
    };
    window.addEventListener('beforeunload', onLeave);
    return () => window.removeEventListener('beforeunload', onLeave);
  }
}
