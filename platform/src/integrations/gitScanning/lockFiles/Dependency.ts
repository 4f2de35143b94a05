/** A dependency that a file names with an exact version. */
export interface Dependency {
  /** In OSV's spelling: npm, PyPI, Maven, crates.io, Go, NuGet. */
  ecosystem: string;
  name: string;
  version: string;
}

/** Dependencies of one file. */
export interface Parsed {
  dependencies: Dependency[];
  /** Entries without an exact version, which cannot be matched, such as ranges. */
  inexact: number;
}

/** Reads a file; throws if its content is invalid. */
export type Parse = (text: string) => Parsed;

/** Collects dependencies without duplicates. */
export class Found {
  readonly #byKey = new Map<string, Dependency>();
  inexact = 0;

  constructor(readonly ecosystem: string) {}

  add(name: unknown, version: unknown, ecosystem = this.ecosystem): void {
    if (typeof name !== 'string' || name === '' || name.length > 300) return;
    if (typeof version !== 'string' || version === '' || version.length > 200) {
      this.inexact += 1;
      return;
    }
    this.#byKey.set(`${ecosystem} ${name} ${version}`, { ecosystem, name, version });
  }

  parsed(): Parsed {
    return { dependencies: [...this.#byKey.values()], inexact: this.inexact };
  }
}

type Fields = Readonly<Record<string, unknown>>;

export function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fields) : [];
}
