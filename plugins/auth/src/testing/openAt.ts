import type { FakeShell } from '@lading/contract/testing';
import { screenOpener } from '@lading/ui/testing';

/** Opens a screen for an anonymous user. */
export const openAt = screenOpener('auth', (shell) => {
  shell.user.current = undefined;
});

/** Returns the URL that the screen navigated to. */
export function placeOf({ navigation }: FakeShell): string {
  return navigation.place.pathname + navigation.place.search;
}
