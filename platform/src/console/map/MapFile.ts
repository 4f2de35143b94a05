import { readFile, stat } from 'node:fs/promises';
import { type MapFault, type MapRules, type ParsedMap, parseMap } from './parseMap.ts';

/** An entry, or with no `specifier` another part of the file, that is not in service. */
export interface Rejection extends MapFault {
  specifier?: string;
  /** The whole file is rejected, so all entries are those of the last good map. */
  whole?: true;
}

/** One entry that is different in the map in service; `undefined`: not in the map. */
export interface MapChange {
  specifier: string;
  from: string | null | undefined;
  to: string | null | undefined;
}

type Imports = ReadonlyMap<string, string | null>;

/** An import map in a file, read again when it has changed. What is rejected leaves the entries before it in service. */
export class MapFile {
  #seen: string | undefined;
  #present = false;
  #imports: Imports = new Map();
  #rejections: readonly Rejection[] = [];
  #changes: MapChange[] = [];
  #since = new Date();
  #refreshing: Promise<void> | undefined;

  /** `initial`: the entries in service until a file is accepted, read once. */
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

  /** The parts of the file that are not in service. */
  get rejections(): readonly Rejection[] {
    return this.#rejections;
  }

  /** When the map in service was read. */
  get since(): Date {
    return this.#since;
  }

  /** Whether `takeChanges` has any. */
  get hasChanges(): boolean {
    return this.#changes.length > 0;
  }

  /** The changes since the last call. */
  takeChanges(): readonly MapChange[] {
    return this.#changes.splice(0);
  }

  /** Whether the file is another one than at the last `refresh`. */
  async changed(): Promise<boolean> {
    return (await this.#stamp()) !== this.#seen;
  }

  /** Reads the file again if it has changed. Concurrent calls wait for one read. */
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

  /** Empty when there is no file. */
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
