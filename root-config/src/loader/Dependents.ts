/** Tracks which modules import which, by URL. SystemJS does not expose this. */
export class Dependents {
  readonly #importers = new Map<string, Set<string>>();

  /** Adds the modules that `importer` imports. */
  add(importer: string, imported: readonly string[]): void {
    for (const address of imported) {
      const known = this.#importers.get(address);
      if (known) known.add(importer);
      else this.#importers.set(address, new Set([importer]));
    }
  }

  /** Returns the modules with everything that imports them, directly or indirectly. */
  of(addresses: Iterable<string>): Set<string> {
    const found = new Set(addresses);
    // Iterating over a set includes items added meanwhile.
    for (const address of found) {
      for (const importer of this.#importers.get(address) ?? []) found.add(importer);
    }
    return found;
  }
}
