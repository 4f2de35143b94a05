import type { Repository } from '../Repository.ts';

/** Under what something is known that an upstream is asked for: what another one gave, or did not have, says nothing of this one. */
export function flightOf({ key, url = '' }: Repository, what: string): string {
  return `${key} ${url} ${what}`;
}
