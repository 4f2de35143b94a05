import {
  type CallReference,
  hydrate,
  type PluginManifest,
  type PluginModule,
  resolveReference,
  validateModule,
} from '@lading/contract';
import type { ModuleLoader } from '@lading/contract/host';
import type { Shell } from '../Shell.ts';
import { FRAMES, type FrameSlot, type FramesModule } from './FramesModule.ts';
import type { PluginRecord } from './PluginRecord.ts';
import { StageFailure } from './StageFailure.ts';

interface CodeParts {
  readonly loader: ModuleLoader;
  readonly shell: Shell;
}

/**
 * Code of a plugin, loaded on demand and validated before use. The page never loads that of an
 * untrusted plugin, whose functions show frames.
 */
export class PluginCode {
  readonly #parts: CodeParts;
  readonly #record: PluginRecord;
  #expected: PluginManifest | undefined;

  constructor(parts: CodeParts, record: PluginRecord) {
    this.#parts = parts;
    this.#record = record;
  }

  /**
   * Returns the exports of the entry. Rejects with the loader's failure, or with `StageFailure` of
   * class `not-a-plugin`.
   */
  async load(slot?: FrameSlot): Promise<PluginModule> {
    const { loader, shell } = this.#parts;
    const record = this.#record;
    const { manifest, entry, frames } = record;
    if (record.frame)
      return (frames ?? ((await loader.import(FRAMES)) as FramesModule)).framedPlugin(shell, record, slot);
    if (!manifest) throw new StageFailure('not-a-plugin', new Error('it has no manifest'));
    this.#expect();
    const validated = validateModule(await loader.import(entry), manifest);
    // The page can have learned meanwhile that it is untrusted.
    if (record.frame) return this.load(slot);
    if (validated.valid) return validated.value;
    throw new StageFailure(validated.class, new Error(validated.cause));
  }

  /** Requests all files of a route in parallel instead of sequentially. */
  preload(route: string | undefined): void {
    this.#expect();
    const files = route === undefined ? undefined : this.#record.manifest?.preload[route];
    const own = new Set(this.#record.manifest?.files.map((file) => file.path));
    if (files)
      this.#parts.loader.preload(files.map((file) => (own.has(file) ? this.#addressOf(file) : file)));
  }

  /** Discards the code, so that the next load fetches and evaluates it again. */
  forget(): Promise<void> {
    return this.#parts.loader.forget([this.#addressOf('')]);
  }

  /** Returns the plugin's contributions. Their functions load the code when called. */
  contributions(): ReturnType<typeof hydrate> {
    const { manifest } = this.#record;
    return manifest ? hydrate(manifest, this.#call) : {};
  }

  readonly #call: CallReference = (ref, args) => {
    const call = this.#run(ref, args);
    this.#record.track?.(call);
    return call;
  };

  async #run(ref: string, args: readonly unknown[]): Promise<unknown> {
    const run = resolveReference((await this.load()).default, ref);
    if (!run) throw new Error(`${this.#record.name} has no function at ${ref}`);
    return run(...args);
  }

  /** Registers the expected hashes of the plugin's files on first use. Fetches nothing. */
  #expect(): void {
    const { manifest } = this.#record;
    if (!manifest || manifest === this.#expected) return;
    this.#expected = manifest;
    const entries = manifest.files.map(({ path, integrity }) => [this.#addressOf(path), integrity]);
    this.#parts.loader.expect(Object.fromEntries(entries));
  }

  #addressOf(path: string): string {
    const folder = new URL('.', new URL(this.#record.address, document.baseURI));
    return new URL(path, folder).href;
  }
}
