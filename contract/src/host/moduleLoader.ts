import type { FailureClass } from '../plugin/state.ts';
import type { Disposer } from '../shell/services.ts';

/** What can go wrong before a module's code has been evaluated without an error. */
export type ModuleFailureClass = Extract<
  FailureClass,
  'network' | 'http' | 'integrity' | 'evaluation' | 'timeout'
>;

/** What `ModuleLoader` rejects with. Its `name` is `ChunkLoadError`, but for code that arrived and then failed. */
export interface ModuleFailure extends Error {
  /** `CSS_CHUNK_LOAD_FAILED` for a stylesheet. */
  readonly code?: string;
  readonly class: ModuleFailureClass;
  /** The HTTP status, where the server's answer was none of success. */
  readonly status?: number;
  /** In plain words, for an administrator. */
  readonly reason: string;
  /** The address that failed: the module's own, or that of one it needs. */
  readonly request: string;
}

/**
 * Fetches code. The only way to a plug-in's modules and the shell's; nothing else names SystemJS.
 * What has failed is forgotten at once, with all that needed it: importing it again is another attempt.
 */
export interface ModuleLoader {
  /**
   * The module's namespace. `id` is a name of the import map or an address; a stylesheet's has it added to the page, once.
   * Rejects with `ModuleFailure`.
   */
  import(id: string): Promise<unknown>;
  /** Begins to fetch what an import is about to need, all at once; says nothing of failures. */
  preload(ids: readonly string[]): void;
  /** Says what files must hash to (`sha384-…`), by address. Below `/ui/plugins/` nothing else is fetched. */
  expect(integrity: Readonly<Record<string, string>>): void;
  /**
   * Drops modules, by name or address, so that the next import fetches and evaluates them anew; what is still on its
   * way is given up. An address that ends with `/` stands for all below it.
   */
  forget(ids: readonly string[]): Promise<void>;
  /** Tells of every import that fails, whoever asked for it. */
  watch(listener: (failure: ModuleFailure) => void): Disposer;
}
