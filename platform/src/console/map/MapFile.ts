import { readFile, stat } from 'node:fs/promises';
import { type MapFault, type MapRules, parseMap } from './parseMap.ts';

/** An import map in a file, read again when it has changed. A map that does not hold leaves the one before it in service. */
export class MapFile {
  #seen: string | undefined;
  #present = false;
  #imports: ReadonlyMap<string, string | null> = new Map();
  #fault: MapFault | undefined;
  #since = new Date();

  constructor(
    readonly path: string,
    private readonly rules: MapRules,
  ) {}

  /** In the file's order. */
  get imports(): ReadonlyMap<string, string | null> {
    return this.#imports;
  }

  get present(): boolean {
    return this.#present;
  }

  /** Why what is in the file now is not in service. */
  get fault(): MapFault | undefined {
    return this.#fault;
  }

  /** When the map in service was read. */
  get since(): Date {
    return this.#since;
  }

  /** Whether anything is different since the last time. */
  async refresh(): Promise<boolean> {
    const found = await stat(this.path).catch(() => undefined);
    const seen = found ? `${found.mtimeMs} ${found.size} ${found.ino}` : '';
    if (seen === this.#seen) return false;
    this.#seen = seen;
    this.#present = found !== undefined;
    if (found) this.#take(await readFile(this.path, 'utf8'));
    else this.#serve(new Map());
    return true;
  }

  #take(text: string): void {
    const parsed = parseMap(text, this.rules);
    if ('fault' in parsed) this.#fault = parsed.fault;
    else this.#serve(parsed.imports);
  }

  #serve(imports: ReadonlyMap<string, string | null>): void {
    this.#imports = imports;
    this.#fault = undefined;
    this.#since = new Date();
  }
}
