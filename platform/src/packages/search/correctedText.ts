import type { Word } from './parseSearch.ts';

/**
 * Returns the search with the corrected words in place of the typed ones, which are not quoted.
 * Undefined if a corrected word would be read as a condition.
 */
export function correctedText(
  search: string,
  typed: readonly Word[],
  corrected: readonly Word[],
): string | undefined {
  if (corrected.some(({ text }) => /^[a-z]+[:=<>]/i.test(text))) return undefined;
  let found = '';
  let end = 0;
  for (const [index, { text, at }] of typed.entries()) {
    found += search.slice(end, at) + (corrected[index]?.text ?? text);
    end = at + text.length;
  }
  return (found + search.slice(end)).trim();
}

/**
 * Returns the typed words with the text of a name in their place, part by part. Undefined if their
 * numbers differ, or if the text would be read in another way.
 */
export function inPlaceOf(typed: readonly Word[], name: string): Word[] | undefined {
  const texts = typed.length === 1 ? [name] : name.split(/[^\p{L}\p{N}]+/u);
  if (texts.length !== typed.length || texts.some((text) => /^$|^-|[\s"*?,]/.test(text))) return undefined;
  return typed.map((word, at) => ({ ...word, text: texts[at] ?? word.text }));
}
