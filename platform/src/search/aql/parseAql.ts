import { shown } from '../../errors/shown.ts';
import { type AqlObject, AqlReader, type AqlValue, allOf, badAql } from './AqlReader.ts';

/** Searchable domains. */
const domains = ['items', 'builds', 'properties', 'archive.entries'] as const;
type DomainName = (typeof domains)[number];

/** A parsed query `items.find({…}).include(…).sort({…}).offset(n).limit(n)`. */
export interface AqlQuery {
  domain: DomainName;
  criteria: AqlObject;
  /** Empty: the default fields. */
  include: string[];
  sort: { field: string; descending: boolean }[];
  offset: number;
  /** Undefined: the maximum. */
  limit: number | undefined;
}

/** Throws `HttpError` 400 with the position and reason for invalid syntax. */
export function parseAql(text: string): AqlQuery {
  const reader = new AqlReader(text);
  const domain = domainOf(reader);
  reader.take('(');
  const criteria = criteriaOf(reader);
  const query: AqlQuery = { domain, criteria, include: [], sort: [], offset: 0, limit: undefined };
  const seen = new Set<string>();
  while (reader.has('.')) {
    const place = reader.place;
    const part = reader.word();
    if (seen.has(part)) throw badAql(`At character ${place}: .${part}(…) appears twice`);
    if (!parts.some((known) => known === part))
      throw badAql(`At character ${place}: unknown .${part}(…). Expected ${parts.join(', ')}.`);
    seen.add(part);
    reader.take('(');
    takePart(reader, part, query);
    reader.take(')');
  }
  if (!reader.done) reader.take('.');
  return query;
}

function domainOf(reader: AqlReader): DomainName {
  const words = [reader.word()];
  while (words.length < 4 && words.at(-1) !== 'find' && reader.has('.')) words.push(reader.word());
  const given = words.join('.');
  const domain = domains.find((known) => given === `${known}.find`);
  if (!domain)
    throw badAql(
      `At character 1: unknown domain ${shown(given)}. Expected ${domains.map((known) => `${known}.find({…})`).join(', ')}.`,
    );
  return domain;
}

function criteriaOf(reader: AqlReader): AqlObject {
  if (reader.has(')')) return new Map<string, AqlValue>();
  const criteria = reader.object();
  reader.take(')');
  return criteria;
}

const maxIncluded = 50;

function takePart(reader: AqlReader, part: string, query: AqlQuery): void {
  if (part === 'include') {
    do query.include.push(reader.string());
    while (reader.has(','));
    if (query.include.length > maxIncluded) throw badAql(`.include(…) supports up to ${maxIncluded} fields`);
  } else if (part === 'sort') {
    query.sort = sortOf(reader.object());
  } else if (part === 'offset') {
    query.offset = reader.integer();
  } else if (part === 'limit') {
    query.limit = reader.integer();
  } else if (part === 'distinct') {
    // Results are always unique.
    const wanted = reader.value();
    if (typeof wanted !== 'boolean')
      throw badAql(`Invalid .distinct(${shown(wanted)}). Expected true or false.`);
  }
  // .transitive() has no arguments and no effect: cached content of upstreams is always found.
}

const parts = ['include', 'sort', 'offset', 'limit', 'distinct', 'transitive'] as const;

const maxSorted = 5;

function sortOf(object: AqlObject): AqlQuery['sort'] {
  const [only] = object;
  const [direction, fields] = only ?? [];
  if (
    object.size !== 1 ||
    allOf(object).length !== 1 ||
    (direction !== '$asc' && direction !== '$desc') ||
    !Array.isArray(fields) ||
    !fields.length
  ) {
    throw badAql('Invalid .sort(…). Expected {"$asc": ["field", …]} or {"$desc": […]}.');
  }
  if (fields.length > maxSorted) throw badAql(`.sort(…) supports up to ${maxSorted} fields`);
  return fields.map((field) => {
    if (typeof field !== 'string')
      throw badAql(`Invalid .sort(…). Expected names of fields, not ${shown(field)}.`);
    return { field, descending: direction === '$desc' };
  });
}
