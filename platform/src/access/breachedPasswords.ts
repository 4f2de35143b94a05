/** Known from breaches, in lower case; read when the first password is chosen. */
let known: Promise<Set<string>> | undefined;

/**
 * Whether a password is one that guessers try first: one of a list of those that leaked most often, which comes with the platform, also with
 * figures and signs around it or said twice.
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
