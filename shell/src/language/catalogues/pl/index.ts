import type { Texts } from '@lading/contract';
import { core } from './core.ts';
import { frame } from './frame.ts';
import { palette } from './palette.ts';
import { search } from './search.ts';
import { system } from './system.ts';

/** The console's own texts in Polish. */
export const texts: Texts = { ...core, ...frame, ...palette, ...search, ...system };
