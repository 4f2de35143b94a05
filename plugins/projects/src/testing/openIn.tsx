import { type FakeShell, fakeShell } from '@lading/contract/testing';
import { renderInShell } from '@lading/ui/testing';
import type { ComponentType } from 'react';

/** Opens a page in a project. `prepare` defines the responses to its requests. */
export function openIn(
  project: string,
  Screen: ComponentType,
  prepare: (shell: FakeShell) => void,
): FakeShell {
  const shell = fakeShell({ plugin: 'projects' });
  shell.project.current = project;
  prepare(shell);
  renderInShell(shell, <Screen />);
  return shell;
}
