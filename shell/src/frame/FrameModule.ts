import type { Disposer } from '@lading/contract';
import type { Shell } from '../Shell.ts';

/** Exports of the module `@lading/shell/frame`. */
export interface FrameModule {
  /** Renders header, sidebars, and the shell's own pages. */
  mountFrame(shell: Shell): Disposer;
}
