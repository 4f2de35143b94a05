import { readSetting } from './platformSettings.ts';

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

/** Milliseconds until other nodes apply a change. */
const rereadAfter = 5000;

/** Caches the look, so that a page never waits for the database. */
export class DefaultLook {
  #known: Look = {};
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  /** Returns the last known look, and rereads an old one in the background. */
  get current(): Look {
    if (performance.now() - this.#readAt > rereadAfter) void this.refresh();
    return this.#known;
  }

  /** Rereads the settings. If that fails, the last known look stays. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    this.#readAt = performance.now();
    const stored = await readSetting('footer').catch(() => undefined);
    if (!stored) return;
    const { defaultTheme, defaultLanguage } = stored;
    this.#known = {
      ...(defaultTheme && defaultTheme !== 'system' ? { theme: defaultTheme } : {}),
      ...(defaultLanguage ? { language: defaultLanguage } : {}),
    };
  }
}
