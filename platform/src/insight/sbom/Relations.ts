/**
 * Relations in one bill: a build with many artifacts and many dependencies would have the product
 * of both.
 */
const maxRelations = 200_000;

/** Dependencies between components, up to a limit. */
export class Relations {
  /** More relations exist. */
  cut = false;
  readonly #to = new Map<string, Set<string>>();
  #count = 0;

  add(from: string, to: string): void {
    if (from === to) return;
    const known = this.#to.get(from) ?? new Set();
    if (known.has(to)) return;
    if (this.#count >= maxRelations) {
      this.cut = true;
      return;
    }
    this.#count++;
    this.#to.set(from, known.add(to));
  }

  /** Undefined, which means unknown, for a component without any. */
  of(ref: string): string[] | undefined {
    const found = this.#to.get(ref);
    return found && [...found];
  }
}
