import type { RoutePage } from '@lading/contract';
import { GENERAL } from '../paths.ts';
import { messages } from './messages.ts';

/** Settings of the page, for the command palette. */
export const generalPages: readonly RoutePage[] = [
  messages.serverName,
  messages.systemMessage,
  messages.logoUrl,
  messages.defaultTheme,
  messages.defaultLanguage,
  messages.maintenance,
].map((title) => ({ path: GENERAL, title }));
