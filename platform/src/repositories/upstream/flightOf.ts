import type { Repository } from '../Repository.ts';

/**
 * Cache key for an upstream request: includes the URL, because results of another upstream don't
 * apply.
 */
export function flightOf({ key, url = '' }: Repository, what: string): string {
  return `${key} ${url} ${what}`;
}
