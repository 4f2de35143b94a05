import { type FakeShell, fakeShell } from '@lading/contract/testing';
import { renderInShell } from '@lading/ui/testing';
import type { ComponentType } from 'react';

// jsdom does not scroll.
Element.prototype.scrollIntoView = () => {};

/** Opens a screen at an address, with the answers that `prepare` gives to its calls. */
export function openAt(
  place: string,
  route: string,
  Screen: ComponentType,
  prepare: (shell: FakeShell) => void = () => {},
): FakeShell {
  const shell = fakeShell({ plugin: 'admin', place });
  prepare(shell);
  renderInShell(shell, <Screen />, route);
  return shell;
}
