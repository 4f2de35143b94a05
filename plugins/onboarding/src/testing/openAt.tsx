import { type FakeShell, fakeShell } from '@lading/contract/testing';
import { ShellContext, ShellRouter } from '@lading/ui';
import { cleanup, configure, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach } from 'vitest';

// A busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

/** Opens a screen at an address, with the answers that `prepare` gives to its calls. */
export function openAt(place: string, Screen: ComponentType, prepare: (shell: FakeShell) => void): FakeShell {
  const shell = fakeShell({ plugin: 'onboarding', place });
  prepare(shell);
  render(
    <ShellContext.Provider value={shell}>
      <ShellRouter navigation={shell.navigation}>
        <Screen />
      </ShellRouter>
    </ShellContext.Provider>,
  );
  return shell;
}
