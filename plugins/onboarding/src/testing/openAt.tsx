import { type FakeShell, fakeShell } from '@lading/contract/testing';
import { renderInShell } from '@lading/ui/testing';
import type { ComponentType } from 'react';

/** Opens a screen at an address, with the answers that `prepare` gives to its calls. */
export function openAt(place: string, Screen: ComponentType, prepare: (shell: FakeShell) => void): FakeShell {
  const shell = fakeShell({ plugin: 'onboarding', place });
  prepare(shell);
  renderInShell(shell, <Screen />);
  return shell;
}
