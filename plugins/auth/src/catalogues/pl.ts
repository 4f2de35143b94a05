import type { Texts } from '@lading/contract';
import { client } from './pl/client.ts';
import { factors } from './pl/factors.ts';
import { passwords } from './pl/passwords.ts';
import { signIn } from './pl/signIn.ts';

/** The texts of the ways in, in Polish. */
export const texts: Texts = { ...client, ...factors, ...passwords, ...signIn };
