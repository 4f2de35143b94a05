import type { BootDocument } from '../rest/console.ts';
import type { ModuleLoader } from './moduleLoader.ts';
import type { Scheduler } from './scheduler.ts';

/** What root-config hands to the shell. */
export interface ShellStart {
  readonly boot: BootDocument;
  readonly loader: ModuleLoader;
  readonly scheduler: Scheduler;
  /** Each plug-in's manifest by its name, not yet validated; rejects when they could not be fetched. */
  readonly manifests: () => Promise<ReadonlyMap<string, unknown>>;
}

/** What the module `@lading/shell` exports. */
export interface ShellModule {
  startShell(start: ShellStart): Promise<void>;
}
