import {
  type CallReference,
  hydrate,
  type PluginManifest,
  type PluginModule,
  resolveReference,
  validateModule,
} from '@lading/contract';
import type { ModuleLoader } from '@lading/contract/host';
import type { PluginRecord } from './PluginRecord.ts';
import { StageFailure } from './StageFailure.ts';

/** A plug-in's code: fetched when it is wanted, and trusted only after it was read. */
export class PluginCode {
  readonly #loader: ModuleLoader;
  readonly #record: PluginRecord;
  #expected: PluginManifest | undefined;

  constructor(loader: ModuleLoader, record: PluginRecord) {
    this.#loader = loader;
    this.#record = record;
  }

  /** The entry's exports. Rejects with the loader's failure, or `StageFailure` of class `not-a-plugin`. */
  async load(): Promise<PluginModule> {
    const { manifest, specifier } = this.#record;
    if (!manifest) throw new StageFailure('not-a-plugin', new Error('it has no manifest'));
    this.#expect();
    const validated = validateModule(await this.#loader.import(specifier), manifest);
    if (validated.valid) return validated.value;
    throw new StageFailure(validated.class, new Error(validated.cause));
  }

  /** Asks for all files of a route at once, in the place of one after the other. */
  preload(route: string | undefined): void {
    this.#expect();
    const files = route === undefined ? undefined : this.#record.manifest?.preload[route];
    const own = new Set(this.#record.manifest?.files.map((file) => file.path));
    if (files) this.#loader.preload(files.map((file) => (own.has(file) ? this.#addressOf(file) : file)));
  }

  /** The next load fetches and evaluates everything anew. */
  forget(): Promise<void> {
    return this.#loader.forget([this.#addressOf('')]);
  }

  /** What the plug-in contributes; its functions fetch the code when they are called. */
  contributions(): ReturnType<typeof hydrate> {
    const { manifest } = this.#record;
    return manifest ? hydrate(manifest, this.#call) : {};
  }

  readonly #call: CallReference = async (ref, args) => {
    const run = resolveReference((await this.load()).default, ref);
    if (!run) throw new Error(`${this.#record.name} has no function at ${ref}`);
    return run(...args);
  };

  /** Says what its files must hash to, once it is wanted; nothing else of it is fetched. */
  #expect(): void {
    const { manifest } = this.#record;
    if (!manifest || manifest === this.#expected) return;
    this.#expected = manifest;
    const entries = manifest.files.map(({ path, integrity }) => [this.#addressOf(path), integrity]);
    this.#loader.expect(Object.fromEntries(entries));
  }

  #addressOf(path: string): string {
    const folder = new URL('.', new URL(this.#record.address, document.baseURI));
    return new URL(path, folder).href;
  }
}
