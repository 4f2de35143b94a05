import type { BootDocument } from '../rest/console.ts';
import type { Disposer } from '../shell/services.ts';
import type { ModuleLoader } from './moduleLoader.ts';
import type { Scheduler } from './scheduler.ts';

/** The manifests that could be had. */
export interface ManifestsRead {
  /** By the plug-in's name; not yet validated. */
  readonly manifests: ReadonlyMap<string, unknown>;
  /** Why the others could not be fetched; asking again tries again. */
  readonly failure?: string;
}

/** What root-config hands to the shell. */
export interface ShellStart {
  readonly boot: BootDocument;
  readonly loader: ModuleLoader;
  readonly scheduler: Scheduler;
  /** The answer of a call that the page has made ahead, once; `undefined` where it has not. */
  readonly takeAhead?: (address: string, init: RequestInit) => Promise<Response> | undefined;
  /** From this browser's cache where the map still says the same, from the server otherwise. */
  readonly readManifests: () => Promise<ManifestsRead>;
  /** Milliseconds without a call after which the console fetches what the first page does not need; default 1,000. */
  readonly quietMillis?: number;
}

/** What the module `@lading/shell` exports. */
export interface ShellModule {
  /** Resolves when the first page's address is settled; the disposer ends it. */
  startShell(start: ShellStart): Promise<Disposer>;
}
