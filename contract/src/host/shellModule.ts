import type { BootDocument } from '../rest/console.ts';
import type { Disposer } from '../shell/services.ts';
import type { ModuleLoader } from './moduleLoader.ts';
import type { Scheduler } from './scheduler.ts';

/** The loaded manifests. */
export interface ManifestsRead {
  /** By the plugin's name; not yet validated. */
  readonly manifests: ReadonlyMap<string, unknown>;
  /** Why some manifests could not be loaded; the next call retries. */
  readonly failure?: string;
}

/** Start options that root-config passes to the shell. */
export interface ShellStart {
  readonly boot: BootDocument;
  readonly loader: ModuleLoader;
  readonly scheduler: Scheduler;
  /**
   * Returns the response to a request that the page has sent in advance, once; `undefined` if there
   * is none.
   */
  readonly takeAhead?: (address: string, init: RequestInit) => Promise<Response> | undefined;
  /**
   * Reads manifests from the browser cache if the map is unchanged, otherwise from the server.
   * `boot`: of a newer page than this one.
   */
  readonly readManifests: (boot?: BootDocument) => Promise<ManifestsRead>;
  /**
   * Milliseconds without requests before the console loads data that the first page does not need;
   * 1,000 by default.
   */
  readonly quietMillis?: number;
}

/** Exports of the module `@lading/shell`. */
export interface ShellModule {
  /** Resolves when the URL of the first page is settled; the disposer stops the shell. */
  startShell(start: ShellStart): Promise<Disposer>;
}

/** What the script of a frame passes to `@lading/shell/framed`. */
export interface FrameStart {
  /** NAME of the plugin. */
  readonly plugin: string;
  /** URL of its entry. */
  readonly entry: string;
  readonly loader: Pick<ModuleLoader, 'import'>;
  /** Receives the messages of the page, also those that have arrived before. */
  readonly listen: (take: (message: unknown) => void) => void;
  /** Sends a message to the page. */
  readonly post: (message: unknown) => void;
}

/** Exports of the module `@lading/shell/framed`. */
export interface FramedModule {
  startFrame(start: FrameStart): Disposer;
}
