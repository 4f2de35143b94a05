import type { PluginModule } from '@lading/contract';
import type { Shell } from '../Shell.ts';
import type { PluginRecord } from './PluginRecord.ts';
import type { Failure } from './StageFailure.ts';

/** The module that shows untrusted plugins. Only pages with one list it. */
export const FRAMES = '@lading/shell/frames';

/** The slot of an untrusted plugin. */
export interface FrameSlot {
  /** Replaces a plugin that can no longer be used with its failure. */
  crash(failure: Failure): void;
}

/** Exports of `FRAMES`. */
export interface FramesModule {
  /**
   * Returns a module in place of the plugin's own, whose functions show or run its parts. `slot`:
   * absent if its page is not shown.
   */
  framedPlugin(shell: Shell, record: PluginRecord, slot: FrameSlot | undefined): PluginModule;
}
