import { type SQL, sql } from 'drizzle-orm';
import { hasTrigrams, likePattern } from '../sql/glob.ts';
import { isUnlimited, type Scope } from '../sql/readable.ts';
import { type CommonWords, isRare } from './commonWords.ts';
import type { Word } from './parseSearch.ts';
import { wordQuery, wordsIn } from './wordsOf.ts';

/** Parts of a ranking, best first: each package is in one of them. */
export type Tier = 'beginning' | 'name' | 'text';
export const tiers: readonly Tier[] = ['beginning', 'name', 'text'];

/** The words of a search, all of which a package must contain. */
export class Words {
  /** Patterns of names, such as `*react*`. */
  readonly #globs: readonly string[];
  /** Of names that begin with all words, separated by any character. */
  readonly beginning: string;
  /** Of texts, for the index; undefined if the words match only in names. */
  readonly #query: string | undefined;
  /** Quoted words: their spaces and punctuation must match, too. */
  readonly #phrases: readonly string[];

  readonly #words: readonly Word[];

  constructor(words: readonly Word[]) {
    this.#words = words;
    this.#globs = words.map(globOf);
    this.beginning = `${words.map(({ text, quoted }) => (quoted ? literal(text) : text)).join('?')}*`;
    const patterns = words.some(({ text, quoted }) => !quoted && /[*?]/.test(text));
    this.#query = patterns ? undefined : wordQuery(words.map(({ text }) => text));
    this.#phrases = words
      .filter(({ text, quoted }) => quoted && /[^\p{L}\p{N}]/u.test(text))
      .map(({ text }) => `*${literal(text)}*`);
  }

  /** Whether the words can match texts other than names. */
  get inTexts(): boolean {
    return this.#query !== undefined;
  }

  get hasTrigrams(): boolean {
    return this.#globs.some(hasTrigrams);
  }

  /** Whether a word begins no common one, so that few texts have it, if any. */
  isRare(common: CommonWords): boolean {
    return this.inTexts && rareAmong(this.#words, common).length > 0;
  }

  /**
   * Selects whether the rare words occur in any name or text, in any repository. Undefined if they
   * are not rare enough for a fast answer, or in a limited scope: the time of the answer would tell
   * whether hidden packages have the words.
   */
  anywhere(scope: Scope, common: CommonWords): SQL | undefined {
    if (!isUnlimited(scope)) return undefined;
    const rare = rareAmong(this.#words, common);
    const names = new Words(rare.map(({ word }) => word));
    const query = wordQuery(rare.flatMap(({ parts }) => parts));
    if (query === undefined || !names.hasTrigrams || !this.inTexts) return undefined;
    return sql`SELECT EXISTS (SELECT FROM packages p WHERE ${names.named(sql`p.name_lower`)})
      OR EXISTS (SELECT FROM package_words w WHERE w.words @@ ${query}::tsquery) AS found`;
  }

  /** Whether a name contains all words. */
  named(name: SQL): SQL {
    return sql`(${sql.join(
      this.#globs.map((glob) => sql`${name} LIKE ${likePattern(glob)}`),
      sql` AND `,
    )})`;
  }

  /**
   * Condition for a listing `l`, in one tier or in any of them. `isWorded`: an index has found all
   * words in its texts.
   */
  matching(scope: Scope, tier?: Tier, isWorded = false): SQL {
    const name = sql`l.name_lower`;
    const begins = sql`${name} LIKE ${likePattern(this.beginning)}`;
    if (tier === 'beginning') return begins;
    if (tier === 'name') return sql`${this.named(name)} AND NOT ${begins}`;
    const text = this.#textOf(scope, isWorded);
    return tier === 'text' ? sql`NOT ${this.named(name)} AND ${text}` : sql`(${this.named(name)} OR ${text})`;
  }

  /** Condition for `package_words w`: all words occur, in repositories of the scope. */
  worded(scope: Scope): SQL {
    if (this.#query === undefined) return sql`false`;
    const readable = isUnlimited(scope) ? sql`` : sql`AND w.repo = ANY(${sql.param(scope)}::text[])`;
    return sql`w.words @@ ${this.#query}::tsquery ${readable}`;
  }

  /** Looks up each listing. The reverse join order would start with all texts. */
  #textOf(scope: Scope, isWorded: boolean): SQL {
    if (this.#query === undefined) return sql`false`;
    const found = isWorded
      ? sql`true`
      : sql`(SELECT true FROM package_words w WHERE w.package_id = l.package_id AND ${this.worded(scope)} LIMIT 1) IS NOT NULL`;
    const phrases = this.#phrases.map((phrase) => sql`lower(l.description) LIKE ${likePattern(phrase)}`);
    return sql`(${sql.join([found, ...phrases], sql` AND `)})`;
  }
}

/** The words with parts that begin no common word, and these parts. */
function rareAmong(words: readonly Word[], common: CommonWords): { word: Word; parts: string[] }[] {
  if (common.size === 0) return [];
  return words
    .map((word) => ({ word, parts: wordsIn(word.text).filter((part) => isRare(part, common)) }))
    .filter(({ parts }) => parts.length > 0);
}

/** A word without wildcards matches anywhere in a name. */
function globOf({ text, quoted }: Word): string {
  return `*${quoted ? literal(text) : text}*`;
}

/** Patterns have no escapes. `?` matches at least the character itself. */
const literal = (text: string) => text.replaceAll('*', '?');
