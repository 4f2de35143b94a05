/** Default minimum length of passwords that users choose. Administrators can raise it. */
const minPasswordLength = 12;

/** Maximum length, because hashing long passwords would allow denial of service. */
export const maxPasswordLength = 512;

/** Parts of passwords that attackers try first. */
const wellKnownWords =
  /administrator|artifactory|changeme|password|passw0rd|p@ssw0rd|p@ssword|superuser|iloveyou|welcome|letmein|default|example|lading|master|monkey|dragon|secret|qwertyuiop|qwerty|azerty|hunter|access|login|admin|guest|jfrog|root|user|test|pass|abc|please|change|me|my|the|is/g;

/**
 * Returns why a password is rejected, as the end of a sentence that begins with its name, or
 * `undefined` if it is valid. Never includes the password itself.
 */
export function passwordFault(
  password: string,
  userName = '',
  { minLength = minPasswordLength }: { minLength?: number } = {},
): string | undefined {
  const expected = `expected at least ${minLength} characters`;
  if (password === '') return `is empty: ${expected}`;
  if ([...password].length < minLength) return `is too short: ${expected}`;
  if (password.length > maxPasswordLength)
    return `is too long: expected up to ${maxPasswordLength} characters`;
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

/**
 * Detects `abcdefghijkl`, `098765432109`, and `aabbccddeeff`: each character is next to the
 * previous one.
 */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  return codes.every((code, at) => [0, 1, 9].includes(Math.abs(code - (codes[at - 1] ?? code))));
}
