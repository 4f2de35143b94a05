import { useEffect, useState } from 'react';

/** What takes less than this shows nothing in between, in milliseconds. */
export const SKELETON_DELAY_MS = 150;

/** Whether the component has been there for longer than `SKELETON_DELAY_MS`. */
export function useLate(): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SKELETON_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return late;
}
