import type { LanguagePack, Texts } from '@lading/contract';

/** A language that the console can be shown in. */
export interface ConsoleLanguage {
  /** A BCP 47 tag. */
  readonly tag: string;
  /** Name of the language in the language itself. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** Fetches the translated texts. If absent, the texts of the code are shown. */
  readonly texts?: () => Promise<Texts>;
  /** Converts texts that are in no catalog. */
  readonly otherwise?: (text: string) => string;
}

export const ENGLISH: ConsoleLanguage = { tag: 'en', name: 'English', direction: 'ltr' };

/**
 * English from right to left, in brackets, for developers: a text without brackets cannot be
 * translated.
 */
export const MIRRORED: ConsoleLanguage = {
  tag: 'en-XB',
  name: 'Right to left (test)',
  direction: 'rtl',
  otherwise: (text) => `⟦\u2068${text}\u2069⟧`,
};

/** The languages of the console itself. */
const LANGUAGES: readonly ConsoleLanguage[] = [
  ENGLISH,
  {
    tag: 'pl',
    name: 'Polski',
    direction: 'ltr',
    texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts),
  },
];

/** Whether the console has the language without a pack. */
export function isOwnLanguage(tag: string): boolean {
  return [...LANGUAGES, MIRRORED].some((each) => each.tag === tag);
}

/** The languages that users can select: the console's own, then those of packs. */
export function availableLanguages(packs: readonly LanguagePack[]): readonly ConsoleLanguage[] {
  const added = packs
    .filter(({ language }) => !isOwnLanguage(language))
    .map((pack): ConsoleLanguage => {
      const { language: tag, name, direction = 'ltr' } = pack;
      return { tag, name, direction, texts: () => pack.texts() };
    });
  return [...LANGUAGES, ...added];
}

export function findLanguage(
  tag: string | undefined,
  packs: readonly LanguagePack[],
): ConsoleLanguage | undefined {
  return [...availableLanguages(packs), MIRRORED].find((each) => each.tag === tag);
}
