import { useCallback, useEffect, useState } from 'react';
import { useFrame } from '../FrameContext.ts';

export type Called<T> = { readonly answer: T } | { readonly cause: string } | undefined;

/**
 * Makes a call when the page is shown; `called` is `undefined` while it is in progress. `holds`
 * validates the response and must be the same function on each render.
 */
export function useCall<T>(
  path: string,
  holds: (answer: T) => boolean = isRecord,
): { readonly called: Called<T>; readonly again: () => void } {
  const { http, log } = useFrame();
  const [called, setCalled] = useState<Called<T>>();
  const again = useCallback(() => {
    setCalled(undefined);
    http.json<T>(path).then(
      (answer) => setCalled(holds(answer) ? { answer } : { cause: 'The response has an unexpected format' }),
      (error: unknown) => setCalled({ cause: log.causeOf(error) }),
    );
  }, [http, log, path, holds]);
  useEffect(again, [again]);
  return { called, again };
}

function isRecord(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer);
}
