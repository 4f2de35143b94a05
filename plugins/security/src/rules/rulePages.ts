import type { RoutePage } from '@lading/contract';
import { RULES } from '../paths.ts';
import { RULE_SECTIONS } from './sections.ts';

/** Settings of the page, for the command palette. */
export const rulePages: readonly RoutePage[] = RULE_SECTIONS.flatMap(({ fields }) =>
  fields.map(({ label }) => ({ path: RULES, title: label })),
);
