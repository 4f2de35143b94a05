/** Which modules import which, by address. SystemJS keeps this to itself. */
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

  /** Everything that imports one of these modules, directly or through others, with the modules themselves. */
  of(addresses: Iterable<string>): Set<string> {
    const found = new Set(addresses);
    // A set also visits what is added on the way.
    for (const address of found) {
      for (const importer of this.#importers.get(address) ?? []) found.add(importer);
    }
    return found;
  }
}
