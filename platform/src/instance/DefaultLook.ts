import { KnownSetting } from './KnownSetting.ts';

declare module '../platform/Platform.ts' {
  interface Platform {
    readonly defaultLook: DefaultLook;
  }
}

/** Theme and language of the console for users who have not selected any. */
export interface Look {
  /** Absent: the theme of the user's system. */
  theme?: 'light' | 'dark' | 'contrast';
  /** Language tag. Absent: English. */
  language?: string;
}

/** Caches the look, so that a page never waits for the database. */
export class DefaultLook {
  readonly #stored = new KnownSetting('footer');

  get current(): Look {
    const { defaultTheme, defaultLanguage } = this.#stored.current ?? {};
    return {
      ...(defaultTheme && defaultTheme !== 'system' ? { theme: defaultTheme } : {}),
      ...(defaultLanguage ? { language: defaultLanguage } : {}),
    };
  }

  refresh(): Promise<void> {
    return this.#stored.refresh();
  }
}
