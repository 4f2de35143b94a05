import { onTestFinished, vi } from 'vitest';

/** Until the test has ended the window is as narrow as a phone. */
export function onPhone(): void {
  matching((query) => query.startsWith('(max-width'));
}

/** Has no room for all columns of a list until the test ends. */
export function inNarrowWindow(): void {
  matching((query) => query.startsWith('(min-width: 768px)'));
}

function matching(matches: (query: string) => boolean): void {
  const media = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('matchMedia', (query: string) => ({ ...media, matches: matches(query) }));
  onTestFinished(() => void vi.unstubAllGlobals());
}
