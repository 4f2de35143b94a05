import type { Texts } from '@lading/contract';

/** The texts of the ways in, in Polish. */
export const texts: Texts = {};
