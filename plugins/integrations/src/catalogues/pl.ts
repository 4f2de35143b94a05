import type { Texts } from '@lading/contract';
import { applications } from './pl/applications.ts';
import { cards } from './pl/cards.ts';
import { clients } from './pl/clients.ts';
import { git } from './pl/git.ts';

/** The texts of integrations in Polish. */
export const texts: Texts = { ...applications, ...cards, ...clients, ...git };
