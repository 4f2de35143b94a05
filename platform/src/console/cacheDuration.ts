import type { MappedPlugin } from './ConsoleState.ts';

/** How long a plugin problem is cached before the source is queried again, in milliseconds. */
const PROBLEM_MS = 1_000;

/** How long this state may be served without a recheck, in milliseconds. */
export function cacheDuration(plugins: readonly MappedPlugin[]): number {
  if (plugins.some(({ foreign }) => foreign)) return 0;
  const failing = plugins.some(({ boot }) => boot.problem || boot.replaces);
  return failing ? PROBLEM_MS : Number.POSITIVE_INFINITY;
}
