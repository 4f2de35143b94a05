import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { sendPrepared, transaction } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { announce } from '../events/announce.ts';
import type { FileRow } from './files.ts';

export type Properties = Record<string, string[]>;

const bad = (message: string) => new HttpError(400, 'BAD_PROPERTY', message);

/**
 * Parses properties of an undecoded URL: `a=1,2;b=3`, or with `|` instead of `;`. In values, `,`,
 * `;`, and `|` are escaped as `%2C`, `%3B`, and `%7C`. Throws `HttpError` 400 for an invalid
 * property.
 */
export function parseProperties(text: string): Properties {
  const properties = new Map<string, Set<string>>();
  for (const part of text.split(/[;|]/)) {
    if (part === '') continue;
    const at = part.indexOf('=');
    if (at < 0) throw bad(`The property '${part.slice(0, 100)}' has no value. Expected key=value.`);
    const key = checkKey(decoded(part.slice(0, at)));
    const values = properties.get(key) ?? new Set();
    properties.set(key, values);
    for (const value of part.slice(at + 1).split(',')) values.add(checkValue(key, decoded(value)));
  }
  return Object.fromEntries([...properties].map(([key, values]) => [key, [...values]]));
}

/** Parses property keys of a URL: `a,b`. */
export function parsePropertyKeys(text: string): string[] {
  return text
    .split(/[,;|]/)
    .filter((key) => key !== '')
    .map((key) => checkKey(decoded(key)));
}

/**
 * Parses `{props: {key: "value" | ["a", "b"] | null}}` into properties to set and keys to remove.
 * Throws `HttpError` 400.
 */
export function readPatch(body: unknown): { set: Properties; remove: string[] } {
  const props = (body as { props?: unknown } | null | undefined)?.props;
  if (typeof props !== 'object' || props === null || Array.isArray(props))
    throw bad('Invalid body. Expected {"props": {"key": "value", "other": ["a", "b"], "removed": null}}.');
  const entries = Object.entries(props as Record<string, unknown>);
  if (entries.length > 1000) throw bad('Too many properties. The maximum per request is 1000.');
  const set: [string, string[]][] = [];
  const remove: string[] = [];
  for (const [key, value] of entries) {
    checkKey(key);
    const values = Array.isArray(value) ? value : [value];
    if (value === null || values.length === 0) remove.push(key);
    else if (values.every((each): each is string => typeof each === 'string'))
      set.push([key, [...new Set(values.map((each) => checkValue(key, each)))]]);
    else throw bad(`Invalid property ${key}. Expected a string, a list of strings, or null to remove it.`);
  }
  return { set: Object.fromEntries(set), remove };
}

/** A file before its properties change. */
export type AnnotatedFile = Pick<FileRow, 'id' | 'repo' | 'path' | 'properties'>;

/**
 * Sets the values of these keys in the current transaction. Other properties of the file are
 * unchanged.
 */
export async function setProperties(file: AnnotatedFile, properties: Properties): Promise<void> {
  const pairs = Object.entries(properties).flatMap(([key, values]) =>
    values.map((value) => ({ key, value })),
  );
  if (!pairs.length) return;
  await transaction(async () => {
    deleteProperties(file.id, Object.keys(properties));
    sendPrepared(
      'insert-properties',
      sql`
      INSERT INTO file_properties (file_id, key, value)
      SELECT ${file.id}::bigint, key, value FROM unnest(${sql.param(pairs.map(({ key }) => key))}::text[],
        ${sql.param(pairs.map(({ value }) => value))}::text[]) AS p (key, value)
      ON CONFLICT DO NOTHING`,
    );
    announceProperties([file], properties);
  });
}

/** Announces set and removed properties. `files` have their previous properties. */
export function announceProperties(
  files: readonly AnnotatedFile[],
  set: Properties,
  removed: readonly string[] = [],
): void {
  announce('artifact_property.added', () =>
    files.flatMap((file) =>
      Object.entries(set).flatMap(([key, after]) => {
        const before = file.properties[key];
        if (isDeepStrictEqual(before?.toSorted(), after.toSorted())) return [];
        return { repo: file.repo, path: file.path, key, ...(before ? { before } : {}), after };
      }),
    ),
  );
  announce('artifact_property.deleted', () =>
    files.flatMap(({ repo, path, properties }) =>
      removed.flatMap((key) => {
        const before = set[key] ? undefined : properties[key];
        return before ? { repo, path, key, before } : [];
      }),
    ),
  );
}

/** Deletes properties. Unknown keys are not an error. */
function deleteProperties(fileId: string, keys: readonly string[]): void {
  sendPrepared(
    'delete-properties',
    sql`DELETE FROM file_properties WHERE file_id = ${fileId}::bigint AND key = ANY(${sql.param(keys)}::text[])`,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    throw bad(`'${text.slice(0, 100)}' is not valid percent-encoded UTF-8`);
  }
}

/** Throws `HttpError` 400 for keys and values that no file can have. */
export function checkProperties(properties: Properties): void {
  for (const [key, values] of Object.entries(properties)) {
    checkKey(key);
    for (const value of values) checkValue(key, value);
  }
}

function checkKey(key: string): string {
  if (/^[\p{L}_][\p{L}\p{N}_.:-]{0,254}$/u.test(key)) return key;
  const rule = "expected a letter or '_', then up to 254 letters, digits, '_', '.', ':', or '-'";
  throw bad(`Invalid property key '${key.slice(0, 100)}': ${rule}`);
}

function checkValue(key: string, value: string): string {
  if (/[\p{Cc}\p{Surrogate}]/u.test(value))
    throw bad(`A value of the property ${key} contains a control character`);
  if (value.length > 2000) throw bad(`A value of the property ${key} is longer than 2000 characters`);
  return value;
}
