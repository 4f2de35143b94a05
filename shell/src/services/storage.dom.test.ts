import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADA, endConsole, stateOf, testConsole, testServer, tinyPlugin } from '../testing/testConsole.ts';
import { scopedStorage } from './storage.ts';

const refuse = (name: string) => () => {
  throw new DOMException('no', name);
};
const PLUGINS = [{ definition: tinyPlugin('packages') }];
let unhandled: unknown[];
const note = (event: PromiseRejectionEvent | ErrorEvent) => void unhandled.push(event);

beforeEach(() => {
  unhandled = [];
  vi.spyOn(console, 'error').mockImplementation(() => {});
  window.addEventListener('error', note);
  window.addEventListener('unhandledrejection', note);
});
afterEach(() => {
  window.removeEventListener('error', note);
  window.removeEventListener('unhandledrejection', note);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  endConsole();
});

/** Starts the console and expects a page on the screen. */
async function expectAPage(path = '/packages') {
  testServer(path, ADA);
  await testConsole(PLUGINS);
  await vi.waitFor(() => expect(stateOf('packages')).toBe('mounted'));
  expect(unhandled).toEqual([]);
}

describe('the browser’s storage', () => {
  it('that is full does not break the console: values last as long as the page', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse('QuotaExceededError'));
    await expectAPage('/packages?projectKey=tea');
    expect(location.search).toBe('?projectKey=tea');
    const storage = scopedStorage('shell');
    storage.set('a', '1');
    expect(storage.get('a')).toBe('1');
  });

  it('that cannot be read or written does not break the console', async () => {
    for (const method of ['getItem', 'setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(refuse('SecurityError'));
    await expectAPage();
  });

  it('that is not available does not break the console', async () => {
    const forbidden = { get: refuse('SecurityError'), configurable: true };
    const before = [
      Object.getOwnPropertyDescriptor(globalThis, 'localStorage'),
      Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage'),
    ] as const;
    Object.defineProperty(globalThis, 'localStorage', forbidden);
    Object.defineProperty(globalThis, 'sessionStorage', forbidden);
    try {
      await expectAPage();
    } finally {
      if (before[0]) Object.defineProperty(globalThis, 'localStorage', before[0]);
      if (before[1]) Object.defineProperty(globalThis, 'sessionStorage', before[1]);
    }
  });

  it.each(['', 'null', '{', '{"theme":7}', '[]', 'undefined', '\u0000', 'x'.repeat(1_000)])(
    'with invalid content of an older version is corrected silently: %j',
    async (left) => {
      const keys = [
        'sidebarCollapsed',
        'interface',
        'theme',
        'project',
        'project.ada',
        'language',
        'shortcuts',
      ];
      for (const key of keys) localStorage.setItem(`lading.shell.${key}`, left);
      sessionStorage.setItem('lading.sessionRedirect', left);
      await expectAPage();
      expect(document.querySelector('.lading-notifications')?.textContent).toBe('');
      // A valid project key is requested, and discarded with a notification if it does not exist.
      expect(['', '?projectKey=null', '?projectKey=undefined']).toContain(location.search);
    },
  );
});
