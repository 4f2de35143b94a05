import type { Decision, GuardState, Where } from './decision.ts';
import { GUARDS } from './guards.ts';

/** What the guards say to a wish to go somewhere. */
export function decide(where: Where, state: GuardState): Exclude<Decision, { do: 'next' }> {
  for (const guard of GUARDS) {
    const decision = guard(where, state);
    if (decision.do !== 'next') return decision;
  }
  return { do: 'admit' };
}
