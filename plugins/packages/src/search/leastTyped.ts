/**
 * Characters that a search by name needs from users who aren't administrators, wildcards and quotes
 * not counted.
 */
export const LEAST_FOR_USERS = 3;

/** Whether the name is too short to search for. An empty one searches for nothing. */
export function isTooShort(name: string, admin: boolean): boolean {
  const typed = name.trim();
  return !admin && typed !== '' && [...typed.replace(/[*?"]/g, '').trim()].length < LEAST_FOR_USERS;
}
