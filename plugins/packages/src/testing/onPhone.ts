import { onTestFinished, vi } from 'vitest';

/** Until the test has ended the window is as narrow as a phone. */
export function onPhone(): void {
  const media = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('matchMedia', (query: string) => ({ ...media, matches: query.includes('max-width') }));
  onTestFinished(() => void vi.unstubAllGlobals());
}
