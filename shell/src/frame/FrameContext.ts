import { createContext, useContext } from 'react';
import type { Shell } from '../Shell.ts';

export const FrameContext = createContext<Shell | undefined>(undefined);

/** Returns the shell for components of the frame. */
export function useFrame(): Shell {
  const shell = useContext(FrameContext);
  if (!shell) throw new Error('useFrame() was called outside of the frame');
  return shell;
}
