import { type FakeShell, fakeShell } from '@lading/contract/testing';
import { ShellContext, ShellRouter } from '@lading/ui';
import { cleanup, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach } from 'vitest';

afterEach(cleanup);

/** Opens a screen at an address, with the answers that `prepare` gives to its calls. */
export function openAt(
  place: string,
  route: string,
  Screen: ComponentType,
  prepare: (shell: FakeShell) => void = () => {},
): FakeShell {
  const shell = fakeShell({ plugin: 'security', place });
  prepare(shell);
  render(
    <ShellContext.Provider value={shell}>
      <ShellRouter navigation={shell.navigation}>
        <Routes>
          <Route path={route} element={<Screen />} />
          <Route path="*" element={null} />
        </Routes>
      </ShellRouter>
    </ShellContext.Provider>,
  );
  return shell;
}
