import { createContext, useContext } from 'react';
import type { Overlays } from './overlays.ts';

export const OverlaysContext = createContext<Overlays | undefined>(undefined);

/** What can be laid over the page, and the keys that do something. */
export function useOverlays(): Overlays {
  const overlays = useContext(OverlaysContext);
  if (!overlays) throw new Error('useOverlays() was called outside of the frame');
  return overlays;
}
