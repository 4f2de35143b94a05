import { reaction } from 'mobx';
import { useContext, useEffect, useRef } from 'react';
import { ShellContext } from '../plugin/ShellContext.ts';

/** Repeats `again` when the server can be reached again after a call was lost, as long as the component is shown. */
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
