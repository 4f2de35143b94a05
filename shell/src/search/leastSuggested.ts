import type { Shell } from '../Shell.ts';
import { offeredCategories } from './categories.ts';

/** Minimum length for suggestions; shorter queries match almost everything. */
const LEAST_TYPED = 2;

/** Minimum query length. Suggestions come from all categories, so the strictest one applies. */
export function leastSuggested(shell: Shell): number {
  if (shell.user.current?.admin === true) return LEAST_TYPED;
  return Math.max(
    LEAST_TYPED,
    ...offeredCategories(shell).map(({ category }) => category.leastForUsers ?? 0),
  );
}
