/** Separates words like the database function `words_of`. */
const separators = /[\t\n\r !"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]+/;
/** The function stores the first characters of longer words. */
const maxWordLength = 60;
/** Shorter words match only whole words: almost all texts have a word that begins with them. */
const minPrefixLength = 3;

/** Returns the `tsquery` for texts with words that begin with the words of the text. */
export function wordQuery(texts: readonly string[]): string | undefined {
  const words = texts.flatMap((text) => text.toLowerCase().split(separators)).filter((word) => word !== '');
  if (words.length === 0) return undefined;
  const unique = [...new Set(words.map((word) => [...word].slice(0, maxWordLength).join('')))];
  return unique.map((word) => `'${word}'${[...word].length < minPrefixLength ? '' : ':*'}`).join(' & ');
}
