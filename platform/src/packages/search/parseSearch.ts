import { HttpError } from '../../errors/HttpError.ts';
import { meantKey } from './meant.ts';
import { isSearchKey, type Operator, type SearchKey, searchKeys } from './searchKeys.ts';

/** Text that a package must contain, or must not. */
export interface Word {
  text: string;
  /** Matches as typed, including spaces and asterisks. */
  quoted: boolean;
  excluded: boolean;
  /** Position in the search, from 0, without the minus sign. */
  at: number;
}

/** A condition, such as `type:npm,maven`: one of the values must match. */
export interface Term {
  key: SearchKey;
  operator: Operator;
  values: Value[];
  excluded: boolean;
  /** Position in the text, from 0. */
  at: number;
}

export interface Value {
  text: string;
  quoted: boolean;
}

export interface ParsedSearch {
  words: Word[];
  terms: Term[];
}

/** Maximum characters of a search, its words and conditions, and values of a condition. */
export const maxSearchLength = 500;
const maxParts = 20;
const maxTermValues = 20;

/** Parses a search. Reads each character a fixed number of times. Throws `HttpError` 400. */
export function parseSearch(text: string): ParsedSearch {
  if (text.length > maxSearchLength)
    throw new HttpError(
      400,
      'BAD_SEARCH',
      `Invalid search: it has ${text.length} characters. Use up to ${maxSearchLength}.`,
    );
  if (/[\0\p{Surrogate}]/u.test(text)) throw badSearch(0, 'it is not valid text', 'Type it again');
  return new SearchReader(text).read();
}

/** Returns the error for the part of the search at the position, from 0. */
export function badSearch(at: number, why: string, remedy: string): HttpError {
  return new HttpError(400, 'BAD_SEARCH', `Invalid search at character ${at + 1}: ${why}. ${remedy}.`);
}

const space = /\s*/y;
const keyed = /([a-z]+)(:|>=|<=|>|<|=)/iy;
const unquoted = /[^\s]+/y;
const unquotedValue = /[^\s,]*/y;

class SearchReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): ParsedSearch {
    const found: ParsedSearch = { words: [], terms: [] };
    this.#take(space);
    while (this.#at < this.#text.length) {
      if (found.words.length + found.terms.length === maxParts)
        throw badSearch(
          this.#at,
          `it has more than ${maxParts} words and conditions`,
          'Remove some, or separate values of one condition by commas',
        );
      this.#readPart(found);
      this.#take(space);
    }
    return found;
  }

  #readPart({ words, terms }: ParsedSearch): void {
    const at = this.#at;
    const excluded = /^-[^\s-]/.test(this.#text.slice(at, at + 2));
    if (excluded) this.#at++;
    const term = this.#readTerm(at, excluded);
    if (term) {
      terms.push(term);
      return;
    }
    const begin = this.#at;
    const { text, quoted } = this.#text[begin] === '"' ? this.#quoted() : this.#word();
    if (text !== '') words.push({ text, quoted, excluded, at: begin });
  }

  /** Reads a condition; undefined for a word, which may contain a colon. */
  #readTerm(at: number, excluded: boolean): Term | undefined {
    keyed.lastIndex = this.#at;
    const [found, given = '', sign = ''] = keyed.exec(this.#text) ?? [];
    if (found === undefined) return undefined;
    const key = given.toLowerCase();
    if (!isSearchKey(key)) {
      const meant = meantKey(key);
      if (!meant) return undefined;
      throw badSearch(
        this.#at,
        `unknown condition "${given}${sign}"`,
        `Did you mean ${meant}${searchKeys[meant].compares ? sign : ':'}? To search for the text, put it in quotation marks`,
      );
    }
    const { compares, excludes, example } = searchKeys[key];
    const operator = sign === '=' ? ':' : (sign as Operator);
    if (operator !== ':' && !compares)
      throw badSearch(
        this.#at,
        `"${key}" cannot be compared by ${operator}`,
        `Use ${key}:, such as ${example}`,
      );
    if (excluded && !excludes)
      throw badSearch(
        at,
        `"${key}" cannot be excluded`,
        `Remove the minus sign, or compare, such as ${example}`,
      );
    this.#at += found.length;
    return { key, operator, values: this.#values(key, operator), excluded, at };
  }

  #values(key: SearchKey, operator: Operator): Value[] {
    const values: Value[] = [];
    for (;;) {
      const at = this.#at;
      const value =
        this.#text[at] === '"' ? this.#quoted() : { text: this.#take(unquotedValue), quoted: false };
      if (value.text === '')
        throw badSearch(
          at,
          `"${key}${operator}" has no value`,
          `Add one, such as ${searchKeys[key].example}`,
        );
      values.push(value);
      if (values.length > maxTermValues)
        throw badSearch(
          at,
          `"${key}:" has more than ${maxTermValues} values`,
          'Remove some, or use a pattern',
        );
      if (this.#text[this.#at] !== ',') break;
      this.#at++;
    }
    if (operator !== ':' && values.length > 1)
      throw badSearch(this.#at, `"${key}${operator}" has several values`, 'Compare with one value');
    return values;
  }

  #word(): Value {
    const at = this.#at;
    const text = this.#take(unquoted);
    if (/^(?:[<>]=?|=)v?\d/.test(text))
      throw badSearch(
        at,
        `"${text}" compares nothing`,
        'Write conditions without spaces, such as dependency:lodash>=4<5, or use quotation marks',
      );
    return { text, quoted: false };
  }

  #quoted(): Value {
    const start = this.#at;
    const end = this.#text.indexOf('"', start + 1);
    if (end < 0) throw badSearch(start, 'a quotation mark is not closed', 'Add the closing quotation mark');
    this.#at = end + 1;
    return { text: this.#text.slice(start + 1, end).trim(), quoted: true };
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }
}
