import { createContext, useContext } from 'react';
import type { Overlays } from './overlays.ts';

export const OverlaysContext = createContext<Overlays | undefined>(undefined);

/** Returns the overlays and shortcuts of the frame. */
export function useOverlays(): Overlays {
  const overlays = useContext(OverlaysContext);
  if (!overlays) throw new Error('useOverlays() was called outside of the frame');
  return overlays;
}
