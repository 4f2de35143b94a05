import { shown } from '../../errors/shown.ts';
import { type AqlObject, AqlReader, type AqlValue, allOf, badAql } from './AqlReader.ts';

/** What can be searched. */
const domains = ['items', 'builds', 'properties', 'archive.entries'] as const;
type DomainName = (typeof domains)[number];

/** What `items.find({…}).include(…).sort({…}).offset(n).limit(n)` says. */
export interface AqlQuery {
  domain: DomainName;
  criteria: AqlObject;
  /** Empty: what is given without being asked for. */
  include: string[];
  sort: { field: string; descending: boolean }[];
  offset: number;
  /** Undefined: as many as there may be. */
  limit: number | undefined;
}

/** Throws `HttpError` 400 that says where the query breaks the grammar. */
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

const mostIncluded = 50;

function takePart(reader: AqlReader, part: string, query: AqlQuery): void {
  if (part === 'include') {
    do query.include.push(reader.string());
    while (reader.has(','));
    if (query.include.length > mostIncluded)
      throw badAql(`.include(…) supports up to ${mostIncluded} fields`);
  } else if (part === 'sort') {
    query.sort = sortOf(reader.object());
  } else if (part === 'offset') {
    query.offset = reader.integer();
  } else if (part === 'limit') {
    query.limit = reader.integer();
  } else if (part === 'distinct') {
    // Each is given once, whatever is said.
    const wanted = reader.value();
    if (typeof wanted !== 'boolean')
      throw badAql(`Invalid .distinct(${shown(wanted)}). Expected true or false.`);
  }
  // .transitive() has nothing between its brackets, and upstreams are not asked: what is kept of them is found anyway.
}

const parts = ['include', 'sort', 'offset', 'limit', 'distinct', 'transitive'] as const;

const mostSorted = 5;

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
  if (fields.length > mostSorted) throw badAql(`.sort(…) supports up to ${mostSorted} fields`);
  return fields.map((field) => {
    if (typeof field !== 'string')
      throw badAql(`Invalid .sort(…). Expected names of fields, not ${shown(field)}.`);
    return { field, descending: direction === '$desc' };
  });
}
