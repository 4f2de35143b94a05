/**
 * Minimum characters of a search by name, without wildcards and quotes, for users who aren't
 * administrators.
 */
export const LEAST_FOR_USERS = 3;

/** Whether the name is too short to search for. An empty name is no search. */
export function isTooShort(name: string, admin: boolean): boolean {
  const typed = name.trim();
  return !admin && typed !== '' && [...typed.replace(/[*?"]/g, '').trim()].length < LEAST_FOR_USERS;
}
