import type { ShellApi } from '@lading/contract';
import { createContext, useContext } from 'react';

export const ShellContext = createContext<ShellApi | undefined>(undefined);

/** What the shell gives to the plug-in that this component belongs to. */
export function useShell(): ShellApi {
  const shell = useContext(ShellContext);
  if (!shell)
    throw new Error('useShell() was called outside of a plug-in: mount it through reactLifecycles()');
  return shell;
}
