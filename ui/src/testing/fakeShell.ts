import type { Navigation, NavigationOutcome, Place, ShellApi } from '@lading/contract';

/** As much of a shell as the components need, at `address`. */
export function fakeShell(address: string, more: Partial<ShellApi> = {}) {
  const navigation = new FakeNavigation(address);
  const shell = {
    navigation,
    language: { tag: 'en', text: ({ text }: { text: string }) => text },
    storage: new Map<string, string>(),
    ...more,
  } as unknown as ShellApi;
  return { shell, navigation };
}

class FakeNavigation implements Navigation {
  place: Place;
  readonly #listeners = new Set<(place: Place) => void>();

  constructor(address: string) {
    this.place = placeOf(address);
  }

  async go(to: string): Promise<NavigationOutcome> {
    this.place = placeOf(to);
    for (const listener of this.#listeners) listener(this.place);
    return 'done';
  }

  move(): void {}

  href(to: string): string {
    return `/ui${to}`;
  }

  block() {
    return () => undefined;
  }

  listen(listener: (place: Place) => void) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

function placeOf(address: string): Place {
  const { pathname, search, hash } = new URL(address, 'http://localhost');
  return { pathname, search, hash, key: String(Math.random()) };
}
