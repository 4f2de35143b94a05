import { useCallback, useEffect, useState } from 'react';
import { useFrame } from '../FrameContext.ts';

export type Called<T> = { readonly answer: T } | { readonly cause: string } | undefined;

/** A call that a page makes when it is shown; `undefined` while it is under way. */
export function useCall<T>(path: string): { readonly called: Called<T>; readonly again: () => void } {
  const { http, log } = useFrame();
  const [called, setCalled] = useState<Called<T>>();
  const again = useCallback(() => {
    setCalled(undefined);
    http.json<T>(path).then(
      (answer) => setCalled({ answer }),
      (error: unknown) => setCalled({ cause: log.causeOf(error) }),
    );
  }, [http, log, path]);
  useEffect(again, [again]);
  return { called, again };
}
