import type { LanguagePack, Texts } from '@lading/contract';

/** A language that the console can be shown in. */
export interface Spoken {
  /** A BCP 47 tag. */
  readonly tag: string;
  /** As those say who speak it. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** Fetches its texts; without it the texts are shown as they were written. */
  readonly texts?: () => Promise<Texts>;
  /** What becomes of a text that stands in no catalog. */
  readonly otherwise?: (text: string) => string;
}

export const ENGLISH: Spoken = { tag: 'en', name: 'English', direction: 'ltr' };

/**
 * English from right to left, in brackets: whatever has none is written into the code. For whoever
 * builds screens.
 */
export const MIRRORED: Spoken = {
  tag: 'en-XB',
  name: 'Right to left, for trying',
  direction: 'rtl',
  otherwise: (text) => `⟦\u2068${text}\u2069⟧`,
};

/** The languages of the console itself. */
const LANGUAGES: readonly Spoken[] = [
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
export function availableLanguages(packs: readonly LanguagePack[]): readonly Spoken[] {
  const added = packs
    .filter(({ language }) => !isOwnLanguage(language))
    .map((pack): Spoken => {
      const { language: tag, name, direction = 'ltr' } = pack;
      return { tag, name, direction, texts: () => pack.texts() };
    });
  return [...LANGUAGES, ...added];
}

export function findLanguage(tag: string | undefined, packs: readonly LanguagePack[]): Spoken | undefined {
  return [...availableLanguages(packs), MIRRORED].find((each) => each.tag === tag);
}
