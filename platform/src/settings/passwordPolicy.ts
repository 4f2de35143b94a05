/** The fewest characters of a password that a person chooses, unless an administrator asks for more. */
const shortestPassword = 12;

/** Longer ones are refused: hashing is not there to be kept busy. */
export const longestPassword = 512;

/** What passwords that everyone tries first are put together from. */
const wellKnownWords =
  /administrator|artifactory|changeme|password|passw0rd|p@ssw0rd|p@ssword|superuser|iloveyou|welcome|letmein|default|example|lading|master|monkey|dragon|secret|qwertyuiop|qwerty|azerty|hunter|access|login|admin|guest|jfrog|root|user|test|pass|abc|please|change|me|my|the|is/g;

/**
 * What is wrong with a password, as the end of a sentence that begins with its name; undefined when nothing is.
 * The password itself is never part of it.
 */
export function passwordFault(
  password: string,
  userName = '',
  { minLength = shortestPassword }: { minLength?: number } = {},
): string | undefined {
  const expected = `expected at least ${minLength} characters`;
  if (password === '') return `is empty: ${expected}`;
  if ([...password].length < minLength) return `is too short: ${expected}`;
  if (password.length > longestPassword) return `is too long: expected up to ${longestPassword} characters`;
  if (isWellKnown(password, userName)) return 'is too common. Choose another password.';
  return undefined;
}

function isWellKnown(password: string, userName: string): boolean {
  const plain = password.toLowerCase();
  if (new Set(plain).size < 5 || isSequence(plain)) return true;
  const withoutName = userName === '' ? plain : plain.replaceAll(userName.toLowerCase(), '');
  const own = withoutName.replace(wellKnownWords, '').replace(/\P{L}/gu, '');
  return own === '' && /\p{L}/u.test(plain);
}

/** `abcdefghijkl`, `098765432109`, `aabbccddeeff`: each character is a neighbour of the one before. */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  return codes.every((code, at) => [0, 1, 9].includes(Math.abs(code - (codes[at - 1] ?? code))));
}
