import { reaction } from 'mobx';
import { useContext, useEffect, useRef } from 'react';
import { ShellContext } from '../plugin/ShellContext.ts';

/**
 * Calls `again` when the server is reachable again after failed requests, while the component is
 * mounted.
 */
export function useRecovery(again: (() => void) | undefined): void {
  const connection = useContext(ShellContext)?.connection;
  const latest = useRef(again);
  latest.current = again;
  useEffect(() => {
    if (!connection) return undefined;
    return reaction(
      () => connection.recoveries,
      () => latest.current?.(),
    );
  }, [connection]);
}
