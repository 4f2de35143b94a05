import { readFile, stat } from 'node:fs/promises';
import { type MapFault, type MapRules, type ParsedMap, parseMap } from './parseMap.ts';

/** An inactive entry or, without `specifier`, another inactive part of the file. */
export interface Rejection extends MapFault {
  specifier?: string;
  /** The whole file is rejected, so all entries are those of the last valid map. */
  whole?: true;
}

/** One changed entry of the active map. `undefined` means that the map has no such entry. */
export interface MapChange {
  specifier: string;
  from: string | null | undefined;
  to: string | null | undefined;
}

type Imports = ReadonlyMap<string, string | null>;

/**
 * An import map file that is read again after changes. Entries before a rejected edit remain
 * active.
 */
export class MapFile {
  #seen: string | undefined;
  #present = false;
  #imports: Imports = new Map();
  #rejections: readonly Rejection[] = [];
  #changes: MapChange[] = [];
  #since = new Date();
  #refreshing: Promise<void> | undefined;

  /** `initial` returns the entries that are active until a file is accepted. Called once. */
  constructor(
    readonly path: string,
    private readonly rules: MapRules,
    private readonly initial: () => Promise<Imports> = async () => new Map(),
  ) {}

  /** In the file's order. */
  get imports(): Imports {
    return this.#imports;
  }

  get present(): boolean {
    return this.#present;
  }

  /** The inactive parts of the file. */
  get rejections(): readonly Rejection[] {
    return this.#rejections;
  }

  /** When the active map was read. */
  get since(): Date {
    return this.#since;
  }

  /** Whether `takeChanges` would return any changes. */
  get hasChanges(): boolean {
    return this.#changes.length > 0;
  }

  /** Returns and clears the changes since the last call. */
  takeChanges(): readonly MapChange[] {
    return this.#changes.splice(0);
  }

  /** Whether the file has changed since the last `refresh`. */
  async changed(): Promise<boolean> {
    return (await this.#stamp()) !== this.#seen;
  }

  /** Reads the file again if it has changed. Concurrent calls share one read. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    if (this.#seen === undefined) this.#imports = await this.initial();
    const seen = await this.#stamp();
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#present = seen !== '';
    if (!this.#present) return this.#serve(new Map(), []);
    try {
      this.#take(parseMap(await readFile(this.path, 'utf8'), this.rules));
    } catch (error) {
      this.#take({ fault: { line: 1, reason: `failed to read the file: ${(error as Error).message}` } });
    }
  }

  /** Returns the file's stamp, or an empty string without a file. */
  async #stamp(): Promise<string> {
    try {
      const { mtimeMs, ctimeMs, size, ino } = await stat(this.path);
      return `${mtimeMs} ${ctimeMs} ${size} ${ino}`;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? '' : 'unreadable';
    }
  }

  #take(parsed: ParsedMap): void {
    if ('fault' in parsed) {
      this.#rejections = [{ ...parsed.fault, whole: true }];
      return;
    }
    const imports = new Map<string, string | null>();
    const rejections: Rejection[] = [...parsed.faults];
    for (const [specifier, entry] of parsed.entries) {
      if ('rejected' in entry) rejections.push({ specifier, ...entry.rejected });
      const address = 'rejected' in entry ? this.#imports.get(specifier) : entry.address;
      if (address !== undefined) imports.set(specifier, address);
    }
    this.#serve(imports, rejections);
  }

  #serve(imports: Imports, rejections: readonly Rejection[]): void {
    for (const specifier of new Set([...this.#imports.keys(), ...imports.keys()])) {
      const [from, to] = [this.#imports.get(specifier), imports.get(specifier)];
      if (from !== to) this.#changes.push({ specifier, from, to });
    }
    this.#imports = imports;
    this.#rejections = rejections;
    this.#since = new Date();
  }
}
