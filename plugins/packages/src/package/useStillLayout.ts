import { useCallback, useEffect, useState } from 'react';

/** Milliseconds after which the page is shown in any case. */
const PATIENCE_MS = 2000;

/**
 * Hides the content below the installation commands, and `rest`, until the commands are loaded:
 * their height is unknown before, and content must not move while users read it. Returns the class
 * of the layout, and the callback that the commands call when they are shown.
 */
export function useStillLayout(rest = true): { readonly waiting: string; readonly onReady: () => void } {
  const [ready, setReady] = useState(false);
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  const onReady = useCallback(() => setReady(true), []);
  return { waiting: (ready && rest) || late ? '' : 'packages-details--waiting', onReady };
}
