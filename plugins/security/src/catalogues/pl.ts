import type { Texts } from '@lading/contract';

/** The texts of the security settings, in Polish. */
export const texts: Texts = {};
