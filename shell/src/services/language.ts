import type { Language } from '@lading/contract';

/** The texts as they were written. */
export const english: Language = { tag: 'en', text: ({ text }) => text };
