import { useEffect, useRef } from 'react';

/**
 * Runs a callback once per `key`, with the values of that render. The function it returns is called
 * on unmount.
 */
export function useOnce(run: () => (() => void) | undefined, key: string): void {
  const latest = useRef(run);
  latest.current = run;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new key runs the callback
  useEffect(() => latest.current(), [key]);
}
