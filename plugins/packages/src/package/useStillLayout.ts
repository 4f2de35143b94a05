import { useCallback, useEffect, useState } from 'react';

/** Milliseconds after which the page is shown anyway. */
const PATIENCE_MS = 2000;

/**
 * Hides what is below the installation commands until they have arrived, and `rest` too: their height is unknown before, and what users
 * begin to read must not move. Returns the class of the layout, and what the commands call when they are shown.
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
