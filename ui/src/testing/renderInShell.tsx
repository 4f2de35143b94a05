import type { ShellApi } from '@lading/contract';
import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach } from 'vitest';
import { ShellContext } from '../plugin/ShellContext.ts';
import { ShellRouter } from '../plugin/ShellRouter.tsx';

afterEach(cleanup);

/**
 * Renders a component as a screen of a plugin.
 * @param route path pattern, for components that read its parameters; nothing is shown at other
 *   paths.
 */
export function renderInShell(shell: ShellApi, element: ReactNode, route?: string) {
  return render(
    <ShellContext.Provider value={shell}>
      <ShellRouter navigation={shell.navigation}>
        {route === undefined ? (
          element
        ) : (
          <Routes>
            <Route path={route} element={element} />
            <Route path="*" element={null} />
          </Routes>
        )}
      </ShellRouter>
    </ShellContext.Provider>,
  );
}
