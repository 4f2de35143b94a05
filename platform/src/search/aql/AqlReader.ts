import { HttpError } from '../../errors/HttpError.ts';
import { shown } from '../../errors/shown.ts';

/** A value of a query: JSON. */
export type AqlValue = string | number | boolean | null | AqlValue[] | AqlObject;
/** Keys in order: a Map, so that no key has a special meaning. */
export type AqlObject = Map<string, AqlValue>;

/** Limits of a query, above the size of any real query. */
export const limits = { length: 100_000, depth: 20, values: 2000 };

export function badAql(message: string): HttpError {
  return new HttpError(400, 'BAD_AQL', message);
}

const places = new WeakMap<AqlObject, Map<string, number>>();
const repeated = new WeakMap<AqlObject, AqlObject[]>();
const placed = new WeakSet<HttpError>();

/**
 * Returns an object and one object for each repetition of its keys. Clients repeat `$or` and field
 * names for each condition, and all conditions apply.
 */
export function allOf(object: AqlObject): AqlObject[] {
  return [object, ...(repeated.get(object) ?? [])];
}

/** Returns an object for each key of an object, including repeated keys. */
export function eachOf(object: AqlObject): AqlObject[] {
  return allOf(object).flatMap((part) =>
    [...part].map(([key, value]) => alone(key, value, places.get(part)?.get(key))),
  );
}

function alone(key: string, value: AqlValue, place: number | undefined): AqlObject {
  const once: AqlObject = new Map([[key, value]]);
  if (place !== undefined) places.set(once, new Map([[key, place]]));
  return once;
}

/** Adds the position of a key to an error without a position. */
export function atPlaceOf(error: unknown, object: AqlObject, key: string): unknown {
  const place = places.get(object)?.get(key);
  if (!(error instanceof HttpError) || error.status !== 400 || placed.has(error) || place === undefined)
    return error;
  const told = new HttpError(400, error.code, `At character ${place}: ${error.message}`);
  placed.add(told);
  return told;
}

/** Reads the text of a query. Throws `HttpError` 400 with the position and the expected syntax. */
export class AqlReader {
  readonly #text: string;
  #at = 0;
  #values = 0;

  constructor(text: string) {
    if (text.length > limits.length)
      throw badAql(`The query has ${text.length} characters. The maximum is ${limits.length}.`);
    this.#text = text;
  }

  /** Position of the next token; the first character is 1. */
  get place(): number {
    this.#skip();
    return this.#at + 1;
  }

  get done(): boolean {
    this.#skip();
    return this.#at >= this.#text.length;
  }

  /** Consumes the text if it comes next. */
  has(text: string): boolean {
    this.#skip();
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  take(text: string): void {
    if (!this.has(text)) throw this.#wrong(`'${text}'`);
  }

  word(): string {
    this.#skip();
    const [word = ''] = /^[a-z_]{1,40}/i.exec(this.#text.slice(this.#at, this.#at + 40)) ?? [];
    if (word === '') throw this.#wrong('a name');
    this.#at += word.length;
    return word;
  }

  string(): string {
    this.#skip();
    const value = this.#text[this.#at] === '"' ? this.#string() : undefined;
    if (value === undefined) throw this.#wrong('a string in double quotes');
    return value;
  }

  integer(): number {
    this.#skip();
    const [digits = ''] = /^\d{1,10}/.exec(this.#text.slice(this.#at, this.#at + 10)) ?? [];
    if (digits === '') throw this.#wrong('a whole number');
    this.#at += digits.length;
    return Number(digits);
  }

  value(depth = 0): AqlValue {
    this.#values += 1;
    if (this.#values > limits.values)
      throw badAql(`The query has too many values. The maximum is ${limits.values}.`);
    if (depth > limits.depth)
      throw badAql(`The query is nested too deeply. The maximum is ${limits.depth} levels.`);
    this.#skip();
    const next = this.#text[this.#at];
    if (next === '{') return this.object(depth);
    if (next === '[') return this.#array(depth);
    if (next === '"') return this.#string();
    for (const [word, value] of words) if (this.has(word)) return value;
    return this.#number();
  }

  object(depth = 0): AqlObject {
    this.take('{');
    const object: AqlObject = new Map();
    const keys = new Map<string, number>();
    places.set(object, keys);
    if (this.has('}')) return object;
    do {
      this.#skip();
      const place = this.#at + 1;
      const key = this.string();
      if (!keys.has(key)) keys.set(key, place);
      this.take(':');
      const value = this.value(depth + 1);
      if (object.has(key)) repeat(object, key, value, place);
      else object.set(key, value);
    } while (this.has(','));
    this.take('}');
    return object;
  }

  #array(depth: number): AqlValue[] {
    this.take('[');
    const array: AqlValue[] = [];
    if (this.has(']')) return array;
    do array.push(this.value(depth + 1));
    while (this.has(','));
    this.take(']');
    return array;
  }

  #string(): string {
    const start = this.#at;
    for (this.#at += 1; this.#text[this.#at] !== '"'; this.#at += 1) {
      if (this.#text[this.#at] === '\\') this.#at += 1;
      if (this.#at >= this.#text.length)
        throw badAql(`The string that starts at character ${start + 1} is not terminated`);
    }
    this.#at += 1;
    let value: unknown;
    try {
      value = JSON.parse(this.#text.slice(start, this.#at));
    } catch {
      throw badAql(`The string that starts at character ${start + 1} is not a valid JSON string`);
    }
    const text = String(value);
    if (text.includes('\0') || /\p{Surrogate}/u.test(text))
      throw badAql(`The string that starts at character ${start + 1} contains an invalid character`);
    return text;
  }

  #number(): number {
    const [digits] = /^-?\d{1,17}(?:\.\d{1,10})?/.exec(this.#text.slice(this.#at, this.#at + 40)) ?? [];
    if (digits === undefined) throw this.#wrong('a value');
    this.#at += digits.length;
    return Number(digits);
  }

  #skip(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #wrong(expected: string): HttpError {
    const found = this.#text.slice(this.#at, this.#at + 20);
    const what = found === '' ? 'the end' : shown(found);
    return badAql(`At character ${this.#at + 1}: expected ${expected}, got ${what}`);
  }
}

function repeat(object: AqlObject, key: string, value: AqlValue, place: number): void {
  const once = alone(key, value, place);
  const before = repeated.get(object);
  if (before) before.push(once);
  else repeated.set(object, [once]);
}

const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;
