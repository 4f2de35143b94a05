import { useEffect, useState } from 'react';

/** Milliseconds before a skeleton is shown, so that short waits show none. */
export const SKELETON_DELAY_MS = 150;

/** Whether the component has been mounted for longer than `SKELETON_DELAY_MS`. */
export function useLate(): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SKELETON_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return late;
}
