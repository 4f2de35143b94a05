import { readFile, rename, writeFile } from 'node:fs/promises';
import { type MapRules, parseMap } from './parseMap.ts';

/** Last valid entries, kept across restarts. */
export interface LastGood {
  /** The last accepted entries of the operator. */
  imports: Map<string, string | null>;
  /** The last address of each plugin that was loaded successfully. */
  loaded: Map<string, string>;
}

/** Stores the last valid map in a file next to the operator's map. */
export class LastGoodFile {
  #written = '';

  constructor(readonly path: string) {}

  /**
   * Returns the stored entries, without those that the current rules reject. A missing or corrupted
   * file has no entries.
   */
  async read(rules: MapRules): Promise<LastGood> {
    const text = await readFile(this.path, 'utf8').catch(() => '{}');
    this.#written = text;
    return {
      imports: acceptedIn(text, 'imports', rules),
      loaded: withoutNull(acceptedIn(text, 'loaded', rules)),
    };
  }

  /** Replaces the file if its content has changed. */
  async write({ imports, loaded }: LastGood): Promise<void> {
    const kept = { imports: Object.fromEntries(imports), loaded: Object.fromEntries(loaded) };
    const text = `${JSON.stringify(kept, null, 2)}\n`;
    if (text === this.#written) return;
    await writeFile(`${this.path}.new`, text);
    await rename(`${this.path}.new`, this.path);
    this.#written = text;
  }
}

function acceptedIn(text: string, key: keyof LastGood, rules: MapRules): Map<string, string | null> {
  const accepted = new Map<string, string | null>();
  try {
    const parsed = parseMap(JSON.stringify({ imports: JSON.parse(text)[key] }), rules);
    if ('fault' in parsed) return accepted;
    for (const [specifier, entry] of parsed.entries) {
      if ('address' in entry) accepted.set(specifier, entry.address);
    }
  } catch {
    // By contract, a corrupted file has no entries.
  }
  return accepted;
}

function withoutNull(entries: ReadonlyMap<string, string | null>): Map<string, string> {
  return new Map([...entries].filter((entry): entry is [string, string] => entry[1] !== null));
}
