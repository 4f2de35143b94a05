import { isAscii } from 'node:buffer';
import { HttpError } from '../errors/HttpError.ts';
import type { IndexedVersion } from './IndexedVersion.ts';

/**
 * Maximum characters. Longer names and versions are rejected, other texts are truncated; the file
 * contains them in full.
 */
const limits = {
  name: 1024,
  version: 256,
  text: 4096,
  readme: 512 * 1024,
  // The maximum length of expressions that license policies evaluate.
  license: 2000,
  word: 256,
  words: 100,
  dependencies: 5000,
};

/**
 * Returns the version without NUL and lone surrogates, which the database cannot store, with
 * truncated texts.
 */
export function storable(version: IndexedVersion): IndexedVersion {
  checkNames(version);
  const { description, readme, deprecated, keywords, tags, dependencies, devDependencies } = version;
  return {
    ...version,
    licenses: licensesOf(version),
    ...(description === undefined ? {} : { description: text(description, limits.text) }),
    ...(readme === undefined ? {} : { readme: text(readme, limits.readme) }),
    ...(deprecated === undefined ? {} : { deprecated: text(deprecated, limits.text) }),
    ...(keywords ? { keywords: words(keywords) } : {}),
    ...(tags ? { tags: words(tags) } : {}),
    ...(dependencies ? { dependencies: ranges(dependencies) } : {}),
    ...(devDependencies ? { devDependencies: ranges(devDependencies) } : {}),
  };
}

/** Throws `HttpError` 400 with the reason for an invalid name or version. */
export function checkNames({ name, version }: { name: string; version: string }): void {
  checkName('name', name, limits.name);
  checkName('version', version, limits.version);
}

function checkName(what: string, value: string, longest: number): void {
  const wrong =
    value === ''
      ? 'it is empty'
      : value.length > longest
        ? `it is longer than ${longest} characters`
        : /[\p{Cc}\p{Surrogate}]/u.test(value)
          ? 'it contains a control character'
          : undefined;
  if (wrong)
    throw new HttpError(
      400,
      'BAD_NAME',
      `Invalid package ${what} ${JSON.stringify(value.slice(0, 100))}: ${wrong}`,
    );
}

function text(value: string, longest: number): string {
  return value.slice(0, longest).replace(/\0|\p{Surrogate}/gu, '');
}

function words(values: readonly string[]): string[] {
  return [...new Set(values.slice(0, limits.words).map((value) => text(value, limits.word)))].filter(Boolean);
}

/**
 * Marks truncated licenses: the rest of an expression could be another one. Expressions are ASCII;
 * other texts are cut shorter because an index row of violations holds up to 2704 bytes of a
 * license and its version together.
 */
function licensesOf({ licenses, version }: IndexedVersion): string[] {
  const kept = licenses.slice(0, limits.words).map((license) => {
    const longest = isAscii(Buffer.from(license + version)) ? limits.license : limits.word;
    return license.length > longest ? `${text(license, longest - 1)}…` : text(license, longest);
  });
  return [...new Set(kept)].filter(Boolean);
}

function ranges(values: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(values).slice(0, limits.dependencies);
  return Object.fromEntries(
    kept.map(([name, range]) => [text(name, limits.name), text(String(range), limits.text)]),
  );
}
