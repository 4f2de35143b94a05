/** Separates words like the database function `words_of`. */
const separators = /[\t\n\r !"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]+/;
/** The function stores the first characters of longer words. */
const maxWordLength = 60;
/** Shorter words match only whole words: almost all texts have a word that begins with them. */
const minPrefixLength = 3;

/** Returns the words of a text, lowercase, as the index has them. */
export function wordsIn(text: string): string[] {
  const words = text.toLowerCase().split(separators);
  return words.filter((word) => word !== '').map((word) => [...word].slice(0, maxWordLength).join(''));
}

/** Returns the `tsquery` for texts with words that begin with the words of the text. */
export function wordQuery(texts: readonly string[]): string | undefined {
  const unique = [...new Set(texts.flatMap(wordsIn))];
  if (unique.length === 0) return undefined;
  return unique.map((word) => `'${word}'${[...word].length < minPrefixLength ? '' : ':*'}`).join(' & ');
}
