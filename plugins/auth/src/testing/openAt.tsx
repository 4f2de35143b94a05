import { type FakeShell, fakeShell } from '@lading/contract/testing';
import { ShellContext, ShellRouter } from '@lading/ui';
import { cleanup, configure, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach } from 'vitest';

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

/** Opens a screen at an address for a visitor, with the answers that `prepare` gives to its calls. `route`: its path, where that has parameters. */
export function openAt(
  place: string,
  Screen: ComponentType,
  prepare: (shell: FakeShell) => void,
  route?: string,
): FakeShell {
  const shell = fakeShell({ plugin: 'auth', place });
  shell.user.current = undefined;
  prepare(shell);
  render(
    <ShellContext.Provider value={shell}>
      <ShellRouter navigation={shell.navigation}>
        {route ? (
          <Routes>
            <Route path={route} element={<Screen />} />
            <Route path="*" element={null} />
          </Routes>
        ) : (
          <Screen />
        )}
      </ShellRouter>
    </ShellContext.Provider>,
  );
  return shell;
}

/** Where the screen has led to. */
export function placeOf({ navigation }: FakeShell): string {
  return navigation.place.pathname + navigation.place.search;
}
