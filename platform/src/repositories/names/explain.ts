import { nameRule } from '../ownNames.ts';
import type { Repository } from '../Repository.ts';

/**
 * Returns a text to append to "not found" if a reservation prevented upstream requests for the
 * name; empty otherwise.
 */
export async function reservationNote(repository: Repository, name: string): Promise<string> {
  const { upstream, prefix } = await nameRule(repository, name);
  if (upstream || prefix === undefined) return '';
  return `. Names under ${prefix} are reserved for local repositories of the virtual repository. An administrator can remove the reservation on the page of ${repository.key}`;
}
