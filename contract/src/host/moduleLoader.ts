import type { FailureClass } from '../plugin/state.ts';
import type { Disposer } from '../shell/services.ts';

/** Failures before a module's code has been evaluated successfully. */
export type ModuleFailureClass = Extract<
  FailureClass,
  'network' | 'http' | 'integrity' | 'evaluation' | 'timeout'
>;

/** Error of `ModuleLoader`. Its `name` is `ChunkLoadError`, except for errors of evaluated code. */
export interface ModuleFailure extends Error {
  /** `CSS_CHUNK_LOAD_FAILED` for a stylesheet. */
  readonly code?: string;
  readonly class: ModuleFailureClass;
  /** The HTTP status of an unsuccessful response. */
  readonly status?: number;
  /** Reason in plain words, for administrators. */
  readonly reason: string;
  /** The failed URL: of the module itself or a dependency. */
  readonly request: string;
}

/**
 * Loads code. All plugin and shell modules are loaded through it; nothing else uses SystemJS.
 * Forgets failed modules and their dependents immediately, so that the next import is a new
 * attempt.
 */
export interface ModuleLoader {
  /**
   * Returns the module's namespace. `id` is a name of the import map or a URL; stylesheets are
   * added to the page once. Rejects with `ModuleFailure`.
   */
  import(id: string): Promise<unknown>;
  /** Starts loading modules for a later import, in parallel. Ignores failures. */
  preload(ids: readonly string[]): void;
  /**
   * Sets the expected hashes of files (`sha256-…`), by URL. Below `/ui/plugins/`, only these files
   * are loaded.
   */
  expect(integrity: Readonly<Record<string, string>>): void;
  /**
   * Drops modules by name or URL, so that the next import loads and evaluates them again. Cancels
   * downloads in progress. A URL that ends with `/` covers everything below it.
   */
  forget(ids: readonly string[]): Promise<void>;
  /** Reports every failed import. */
  watch(listener: (failure: ModuleFailure) => void): Disposer;
}
