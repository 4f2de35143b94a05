/** Breached passwords in lowercase. Loaded when the first password is chosen. */
let known: Promise<Set<string>> | undefined;

/**
 * Whether a password is easy to guess: included in the bundled list of the most frequently breached
 * ones, also surrounded by digits and symbols, or repeated.
 */
export async function isBreached(password: string): Promise<boolean> {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set<string>(dictionary['passwords-common']),
  );
  const list = await known;
  const plain = password.toLowerCase();
  const word = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const [, once = ''] = /^(.{3,})\1+$/.exec(word) ?? [];
  return [plain, word, once].some((guess) => guess.length >= 3 && list.has(guess));
}
