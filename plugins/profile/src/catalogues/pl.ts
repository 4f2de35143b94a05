import type { Texts } from '@lading/contract';
import { apiKey } from './pl/apiKey.ts';
import { person } from './pl/person.ts';
import { secondFactor } from './pl/secondFactor.ts';
import { sessions } from './pl/sessions.ts';
import { tokens } from './pl/tokens.ts';

/** The texts of the profile in Polish. */
export const texts: Texts = { ...person, ...apiKey, ...secondFactor, ...tokens, ...sessions };
