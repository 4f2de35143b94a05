import type { ScopedStorage } from '@lading/contract';
import { action, makeObservable, observable } from 'mobx';

export type Theme = 'system' | 'light' | 'dark' | 'contrast';

const KEY = 'theme';

/**
 * Theme: light, dark, or high contrast. Until the user selects one, it is the default of the
 * platform, or follows the system. root-config applies the stored choice first.
 */
export class ThemeChoice {
  theme: Theme;
  readonly #storage: ScopedStorage;

  constructor(storage: ScopedStorage) {
    this.#storage = storage;
    const kept = storage.get(KEY) ?? document.documentElement.dataset.defaultTheme;
    this.theme = kept === 'light' || kept === 'dark' || kept === 'contrast' ? kept : 'system';
    makeObservable(this, { theme: observable, choose: action });
    this.#apply();
  }

  choose(theme: Theme): void {
    this.theme = theme;
    this.#storage.set(KEY, theme);
    this.#apply();
  }

  #apply(): void {
    const { dataset } = document.documentElement;
    if (this.theme === 'system') delete dataset.theme;
    else dataset.theme = this.theme;
  }
}
