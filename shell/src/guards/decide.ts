import type { Decision, GuardState, Where } from './decision.ts';
import { GUARDS } from './guards.ts';

/** Returns the decision of the first guard that applies to a navigation. */
export function decide(where: Where, state: GuardState): Exclude<Decision, { do: 'next' }> {
  for (const guard of GUARDS) {
    const decision = guard(where, state);
    if (decision.do !== 'next') return decision;
  }
  return { do: 'admit' };
}
