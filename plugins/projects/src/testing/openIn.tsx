import { type FakeShell, fakeShell } from '@lading/contract/testing';
import { ShellContext, ShellRouter } from '@lading/ui';
import { cleanup, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach } from 'vitest';

afterEach(cleanup);

/** Opens a screen in a project, with the answers that `prepare` gives to its calls. */
export function openIn(
  project: string,
  Screen: ComponentType,
  prepare: (shell: FakeShell) => void,
): FakeShell {
  const shell = fakeShell({ plugin: 'projects' });
  shell.project.current = project;
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
