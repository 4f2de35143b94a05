import type { ShellApi } from '@lading/contract';
import { cleanup, configure, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach } from 'vitest';
import { ShellContext } from '../plugin/ShellContext.ts';
import { ShellRouter } from '../plugin/ShellRouter.tsx';

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

/** Renders a component as one of a plug-in's screens. */
export function renderInShell(shell: ShellApi, element: ReactNode) {
  return render(
    <ShellContext.Provider value={shell}>
      <ShellRouter navigation={shell.navigation}>{element}</ShellRouter>
    </ShellContext.Provider>,
  );
}
