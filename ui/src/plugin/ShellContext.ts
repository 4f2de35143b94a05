import type { ShellApi } from '@lading/contract';
import { createContext, useContext } from 'react';

export const ShellContext = createContext<ShellApi | undefined>(undefined);

/** Returns the shell's API for the plugin that contains this component. */
export function useShell(): ShellApi {
  const shell = useContext(ShellContext);
  if (!shell)
    throw new Error('useShell() was called outside of a plugin: mount it through reactLifecycles()');
  return shell;
}
