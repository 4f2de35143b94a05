import type { Disposer } from '@lading/contract';
import type { Shell } from '../Shell.ts';

/** What the module `@lading/shell/frame` exports. */
export interface FrameModule {
  /** Draws header, sidebars and the shell's own pages. */
  mountFrame(shell: Shell): Disposer;
}
