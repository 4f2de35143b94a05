import type { RoutePage } from '@lading/contract';
import { GUIDES } from './guides.ts';

/** All guides, for the command palette. */
export const guidePages: readonly RoutePage[] = GUIDES.map(({ id, title }) => ({
  path: `/help/documentation/${id}`,
  title,
}));
