import type { Disposer } from '@lading/contract';

/** Reasons not to leave the page, such as unsaved changes. */
export class Blockers {
  readonly #reasons = new Set<() => string | undefined>();

  add(reason: () => string | undefined): Disposer {
    // The same function may be added twice; each addition has its own entry and disposer.
    const own = () => reason();
    this.#reasons.add(own);
    return () => {
      this.#reasons.delete(own);
    };
  }

  /** First reason, or `undefined` if there is nothing to lose. */
  get reason(): string | undefined {
    for (const reason of this.#reasons) {
      const said = reason();
      if (said !== undefined) return said;
    }
    return undefined;
  }

  /** Discards all reasons, so that leaving needs no confirmation. */
  drop(): void {
    this.#reasons.clear();
  }

  /** Makes the browser ask for confirmation, in its own words, before the tab closes. */
  watchTab(): Disposer {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (this.reason !== undefined) event.preventDefault();
    };
    window.addEventListener('beforeunload', onLeave);
    return () => window.removeEventListener('beforeunload', onLeave);
  }
}
