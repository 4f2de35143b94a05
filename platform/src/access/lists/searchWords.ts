import { type SQL, sql } from 'drizzle-orm';

/** Words of a search that are evaluated; the rest of it is ignored. */
const maxWords = 10;

/** Returns the words of a search, in lowercase. */
export function wordsOf(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords);
}

/** Condition that the expression contains the word, in a form that a trigram index supports. */
export function contains(expression: SQL, word: string): SQL {
  return sql`${expression} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`;
}
