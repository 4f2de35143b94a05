import { type FakeShell, fakeShell } from '@lading/contract/testing';
import { renderInShell } from '@lading/ui/testing';
import type { ComponentType } from 'react';

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
  renderInShell(shell, <Screen />, route);
  return shell;
}

/** Where the screen has led to. */
export function placeOf({ navigation }: FakeShell): string {
  return navigation.place.pathname + navigation.place.search;
}
