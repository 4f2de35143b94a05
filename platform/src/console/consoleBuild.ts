import { readFile, stat } from 'node:fs/promises';

/** What the console's build left in its folder: `shared.json`. */
export interface ConsoleBuild {
  /** Name of a shared module → address. */
  imports: Record<string, string>;
  /** What takes the place of some of these while a plug-in is developed in the page. */
  development?: Record<string, string>;
  /** Address → `sha384-…`. */
  integrity: Record<string, string>;
  /** Address → what it imports at once: names of the map and addresses. */
  graph: Record<string, string[]>;
  /** Address of the script that starts the page. */
  boot: string;
}

/** Reads the console's build anew when it was built anew; `undefined` while there is none. */
export class ConsoleBuildFile {
  #seen = '';
  #build: ConsoleBuild | undefined;

  /** `file`: `shared.json`. */
  constructor(private readonly file: URL) {}

  /** Changes with the build. */
  get stamp(): string {
    return this.#seen;
  }

  async read(): Promise<ConsoleBuild | undefined> {
    const found = await stat(this.file).catch(() => undefined);
    const seen = found ? `${found.mtimeMs} ${found.size}` : '';
    if (seen !== this.#seen) {
      this.#build = found ? (JSON.parse(await readFile(this.file, 'utf8')) as ConsoleBuild) : undefined;
      this.#seen = seen;
    }
    return this.#build;
  }
}
