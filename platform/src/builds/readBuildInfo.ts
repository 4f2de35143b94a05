import type { BuildFile, BuildInfo } from '@lading/contract/rest';
import * as v from 'valibot';
import { HttpError } from '../errors/HttpError.ts';
import { readDate } from '../packages/sql/dates.ts';

const most = { modules: 10_000, files: 300_000, depth: 64 };

const name = (longest: number) =>
  v.pipe(
    v.string(),
    v.minLength(1, 'expected a value'),
    v.maxLength(longest, `expected up to ${longest} characters`),
    v.regex(/^[^\p{Cc}\p{Surrogate}]*$/u, 'contains a control character'),
  );
const text = v.optional(v.nullable(v.string()));
const file = v.looseObject({
  name: text,
  id: text,
  type: text,
  sha1: text,
  sha256: text,
  md5: text,
  scopes: v.optional(v.nullable(v.array(v.string()))),
});
const files = v.optional(v.nullable(v.array(file)));
const buildInfo = v.looseObject({
  name: name(500),
  number: name(250),
  started: v.string(),
  modules: v.optional(
    v.nullable(
      v.pipe(
        v.array(v.looseObject({ id: text, type: text, artifacts: files, dependencies: files })),
        v.maxLength(most.modules, `expected up to ${most.modules} entries`),
      ),
    ),
  ),
});

/** Build-info without characters that the database cannot store, and its indexed fields. */
export interface ReadBuild {
  info: BuildInfo;
  started: Date;
  files: { made: boolean; sha1?: string; sha256?: string }[];
}

/** Throws `HttpError` 400 with the invalid field. */
export function readBuildInfo(body: unknown): ReadBuild {
  const parsed = v.safeParse(buildInfo, storable(body, 0));
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw bad(`invalid field '${v.getDotPath(issue) ?? 'body'}': ${issue.message}`);
  }
  const info = parsed.output as BuildInfo;
  const found = (info.modules ?? []).flatMap(({ artifacts, dependencies }) => [
    ...checksumsOf(artifacts, true),
    ...checksumsOf(dependencies, false),
  ]);
  if (found.length > most.files) throw bad(`it contains more than ${most.files} files`);
  return { info, started: startOf(info.started), files: unique(found) };
}

/**
 * Parses `2026-01-31T12:00:00.000+0100`, as Java clients write it, and all other ISO 8601 times.
 */
export function startOf(text: string): Date {
  const iso = text.trim().replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
  const time = iso[10] === 'T' ? readDate(iso) : undefined;
  if (time) return time;
  throw bad(`invalid started '${text.slice(0, 60)}'; expected a time such as 2026-01-31T12:00:00.000+0000`);
}

function* checksumsOf(
  given: BuildFile[] | null | undefined,
  made: boolean,
): Generator<ReadBuild['files'][number]> {
  for (const { sha1 = '', sha256 = '' } of given ?? []) {
    const known = {
      ...(/^[0-9a-f]{40}$/i.test(sha1 ?? '') ? { sha1: sha1.toLowerCase() } : {}),
      ...(/^[0-9a-f]{64}$/i.test(sha256 ?? '') ? { sha256: sha256.toLowerCase() } : {}),
    };
    if (known.sha1 || known.sha256) yield { made, ...known };
  }
}

/** Removes duplicates: modules often share files. */
function unique(files: ReadBuild['files']): ReadBuild['files'] {
  return [...new Map(files.map((each) => [`${each.made} ${each.sha1} ${each.sha256}`, each])).values()];
}

/** Removes NUL and lone surrogates and limits the nesting. Keeps unknown fields of clients. */
function storable(value: unknown, depth: number): unknown {
  if (depth > most.depth) throw bad(`it is nested more than ${most.depth} levels deep`);
  if (typeof value === 'string') return value.replace(/\0|\p{Surrogate}/gu, '');
  if (Array.isArray(value)) return value.map((each) => storable(each, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [storable(key, depth), storable(each, depth + 1)]),
  );
}

function bad(why: string): HttpError {
  return new HttpError(400, 'BAD_BUILD_INFO', `Invalid build-info: ${why}`);
}
