import type { Texts } from '@lading/contract';
import { core } from './core.ts';
import { edit } from './edit.ts';
import { frame } from './frame.ts';
import { palette } from './palette.ts';
import { search } from './search.ts';
import { system } from './system.ts';

/** The console's own texts in Polish. */
export const texts: Texts = { ...core, ...edit, ...frame, ...palette, ...search, ...system };
