import type { Texts } from '@lading/contract';

/** The console's own texts in Polish. */
export const texts: Texts = {};
