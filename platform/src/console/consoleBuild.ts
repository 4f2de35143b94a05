import { readFile, stat } from 'node:fs/promises';

/** Content of `shared.json`, which the console build writes to its directory. */
export interface ConsoleBuild {
  /** Name of a shared module → URL. */
  imports: Record<string, string>;
  /** Overrides of `imports` while a plugin is developed in the page. */
  development?: Record<string, string>;
  /** URL → `sha256-…`. */
  integrity: Record<string, string>;
  /** URL → its static imports: names of the map and URLs. */
  graph: Record<string, string[]>;
  /** URL of the script that starts the page. */
  boot: string;
  /** URL of the script that starts a page with a development override. */
  develop?: string;
  /** Only pages with untrusted plugins need these files. */
  frames?: {
    /** Shows frames in the page. */
    host: string;
    /** The script that starts a frame. */
    boot: string;
    /** The plugin's side of the contract, in a frame. */
    runtime: string;
    /** Of these files. */
    integrity: Record<string, string>;
  };
}

/**
 * Reads the console build, and again after each new build. Returns `undefined` before the first
 * build.
 */
export class ConsoleBuildFile {
  #seen = '';
  #build: ConsoleBuild | undefined;

  /** `file`: URL of `shared.json`. */
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
