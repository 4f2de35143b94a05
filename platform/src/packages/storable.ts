import { isAscii } from 'node:buffer';
import { HttpError } from '../errors/HttpError.ts';
import type { IndexedVersion } from './IndexedVersion.ts';

/** In characters. Names and versions beyond it are refused, other texts are cut: the file itself has all of them. */
const limits = {
  name: 1024,
  version: 256,
  text: 4096,
  readme: 512 * 1024,
  // As long an expression as is taken apart when licences are judged.
  licence: 2000,
  word: 256,
  words: 100,
  dependencies: 5000,
};

/** What the publisher wrote, as the database can hold it: without NUL and lone surrogates, and not without end. */
export function storable(version: IndexedVersion): IndexedVersion {
  checkNames(version);
  const { description, readme, deprecated, keywords, tags, dependencies, devDependencies } = version;
  return {
    ...version,
    licenses: licences(version),
    ...(description === undefined ? {} : { description: text(description, limits.text) }),
    ...(readme === undefined ? {} : { readme: text(readme, limits.readme) }),
    ...(deprecated === undefined ? {} : { deprecated: text(deprecated, limits.text) }),
    ...(keywords ? { keywords: words(keywords) } : {}),
    ...(tags ? { tags: words(tags) } : {}),
    ...(dependencies ? { dependencies: ranges(dependencies) } : {}),
    ...(devDependencies ? { devDependencies: ranges(devDependencies) } : {}),
  };
}

/** Throws `HttpError` 400 that names what does not hold. */
export function checkNames({ name, version }: { name: string; version: string }): void {
  checkName('name', name, limits.name);
  checkName('version', version, limits.version);
}

function checkName(what: string, value: string, longest: number): void {
  const wrong =
    value === ''
      ? 'is empty'
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
 * What was cut shows it: what is left of an expression could be another one. Expressions are ASCII; what is not is kept shorter, as
 * a violation's index holds 2704 bytes of a licence and its version together.
 */
function licences({ licenses, version }: IndexedVersion): string[] {
  const kept = licenses.slice(0, limits.words).map((licence) => {
    const longest = isAscii(Buffer.from(licence + version)) ? limits.licence : limits.word;
    return licence.length > longest ? `${text(licence, longest - 1)}…` : text(licence, longest);
  });
  return [...new Set(kept)].filter(Boolean);
}

function ranges(values: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(values).slice(0, limits.dependencies);
  return Object.fromEntries(
    kept.map(([name, range]) => [text(name, limits.name), text(String(range), limits.text)]),
  );
}
