import type { Texts } from '@lading/contract';

export const applications: Texts = {};
