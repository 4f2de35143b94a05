import { useEffect, useRef } from 'react';

/** Runs something once for each `key`, with what is known then. What it gives is called when the screen goes. */
export function useOnce(run: () => (() => void) | undefined, key: string): void {
  const latest = useRef(run);
  latest.current = run;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key, and nothing else, runs it again
  useEffect(() => latest.current(), [key]);
}
