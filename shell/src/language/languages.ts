import type { Texts } from '@lading/contract';

/** A language that the console can be shown in. */
export interface Spoken {
  /** A BCP 47 tag. */
  readonly tag: string;
  /** As those say who speak it. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** Fetches its texts; without it the texts are shown as they were written. */
  readonly texts?: () => Promise<Texts>;
  /** What becomes of a text that stands in no catalogue. */
  readonly otherwise?: (text: string) => string;
}

export const ENGLISH: Spoken = { tag: 'en', name: 'English', direction: 'ltr' };

/** English from right to left, in brackets: whatever has none is written into the code. For whoever builds screens. */
export const MIRRORED: Spoken = {
  tag: 'en-XB',
  name: 'Right to left, for trying',
  direction: 'rtl',
  otherwise: (text) => `⟦\u2068${text}\u2069⟧`,
};

/** What users can choose. */
export const LANGUAGES: readonly Spoken[] = [
  ENGLISH,
  {
    tag: 'pl',
    name: 'Polski',
    direction: 'ltr',
    texts: () => import('./catalogues/pl/index.ts').then(({ texts }) => texts),
  },
];

export function languageOf(tag: string | undefined): Spoken {
  return [...LANGUAGES, MIRRORED].find((each) => each.tag === tag) ?? ENGLISH;
}
