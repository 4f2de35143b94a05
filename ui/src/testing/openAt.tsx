import { type FakeShell, fakeShell } from '@lading/contract/testing';
import type { ComponentType } from 'react';
import { renderInShell } from './renderInShell.tsx';

type Prepare = (shell: FakeShell) => void;

/**
 * Returns a function that opens a screen of a plugin at a URL. `prepare` adds the responses to the
 * screen's calls.
 * @param always prepares every shell, before `prepare` does.
 */
export function screenOpener(plugin: string, always: Prepare = () => {}) {
  return (place: string, Screen: ComponentType, prepare: Prepare = () => {}, route?: string): FakeShell => {
    const shell = fakeShell({ plugin, place });
    always(shell);
    prepare(shell);
    renderInShell(shell, <Screen />, route);
    return shell;
  };
}

/** As `screenOpener`, for screens that read parameters of their route's path. */
export function routeOpener(plugin: string) {
  const open = screenOpener(plugin);
  return (place: string, route: string, Screen: ComponentType, prepare?: Prepare): FakeShell =>
    open(place, Screen, prepare, route);
}
