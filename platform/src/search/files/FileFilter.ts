import { type SQL, sql } from 'drizzle-orm';
import { HttpError } from '../../errors/HttpError.ts';
import { asciiLower } from '../../globs/asciiLower.ts';
import { dateConditions } from '../../packages/sql/conditions.ts';
import { unestimated } from '../../packages/sql/estimate.ts';
import { matchesAll } from '../../packages/sql/glob.ts';
import { likeAscii } from './likeAscii.ts';
import { isTold, pathParts, pathPartsMatch, runsOf } from './pathParts.ts';
import { belongsTo, type VersionOfFile } from './VersionOfFile.ts';

export interface PropertyCondition {
  key: string;
  /** A glob; absent: any value. */
  value?: string;
}

/** Conditions on files, which all must match. */
export interface FileFilter {
  /** A glob of the file name. */
  name?: string;
  /** A glob of the whole path. */
  path?: string;
  /** MD5, SHA-1, or SHA-256. */
  checksum?: string;
  properties?: readonly PropertyCondition[];
  /** At least one property of each set must exist: `build.name` is in set `build`. */
  propertySets?: readonly string[];
  /** Conditions on a version that contains the file. */
  version?: VersionOfFile;
  /** IDs of the only rows that `version` can match; see `fewFilesOf`. */
  only?: readonly string[];
  createdMin?: string;
  createdMax?: string;
  modifiedMin?: string;
  modifiedMax?: string;
  downloadedMin?: string;
  downloadedMax?: string;
}

/** Name condition that the index of names can answer. */
export function nameCondition(name: string): SQL {
  return sql`f.name_lower LIKE ${likeAscii(name)}`;
}

/** More words do not narrow a search further. */
const maxWords = 8;

/** Returns the patterns that whole paths must match. */
export function pathGlobs({ name, path }: FileFilter): string[] {
  return [
    // The trigram index contains paths. The condition on the name is almost as selective.
    ...(name && !matchesAll(name) ? [`*${name}`] : []),
    ...(path && !matchesAll(path) ? [path] : []),
  ];
}

/** Returns the trigram condition for the patterns, unless it would equal them. */
export function wordsOf(filter: FileFilter): SQL | undefined {
  const globs = pathGlobs(filter);
  if (globs.every(isTold)) return undefined;
  const words = globs
    .flatMap((glob) => runsOf(glob).flatMap((run) => run.match(/[a-zA-Z0-9]{3,}/g) ?? []))
    .sort((one, other) => other.length - one.length)
    .slice(0, maxWords);
  return words.length
    ? sql.join(
        [...new Set(words)].map((word) => sql`${pathParts} LIKE ${`%${word}%`}`),
        sql` AND `,
      )
    : undefined;
}

/** Conditions on `files f`. Conditions on blobs use lookups, so that no join is needed. */
export function fileConditions(filter: FileFilter): SQL[] {
  const { name } = filter;
  return [
    ...pathGlobs(filter).map(pathPartsMatch),
    ...(name && !matchesAll(name) ? [unestimated(nameCondition(name))] : []),
    ...otherConditions(filter),
  ];
}

/** Like `fileConditions`, for files that are examined one by one. */
export function examinedConditions(filter: FileFilter): SQL[] {
  return [...patternConditions(filter), ...otherConditions(filter)];
}

/** Conditions on name and path: cheap for a fetched row, without the trigram index. */
export function patternConditions({ name, path }: FileFilter): SQL[] {
  return [
    ...(path && !matchesAll(path) ? [sql`lower(f.path) LIKE ${likeAscii(path)}`] : []),
    ...(name && !matchesAll(name) ? [nameCondition(name)] : []),
  ];
}

/** All conditions except name and path. */
export function otherConditions(filter: FileFilter): SQL[] {
  const { checksum, properties = [] } = filter;
  return [
    ...(checksum ? [byChecksum(checksum)] : []),
    ...(filter.only ? [sql`f.id = ANY(${sql.param(filter.only)}::bigint[])`] : []),
    ...(filter.version && !filter.only ? [belongsTo(filter.version)] : []),
    ...properties.map(byProperty),
    ...(filter.propertySets ?? []).map(byPropertySet),
    ...dateConditions(sql`f.created`, 'created', filter.createdMin, filter.createdMax),
    // Files created since then were not modified before, and that column has an index.
    ...(filter.createdMin ? dateConditions(sql`f.modified`, 'created', filter.createdMin) : []),
    ...dateConditions(sql`f.modified`, 'modified', filter.modifiedMin, filter.modifiedMax),
    ...dateConditions(sql`f.last_downloaded`, 'lastDownloaded', filter.downloadedMin, filter.downloadedMax),
  ];
}

const columns: Readonly<Record<number, SQL>> = { 32: sql`md5`, 40: sql`sha1` };

function byChecksum(given: string): SQL {
  const checksum = asciiLower(given.trim());
  if (!/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/.test(checksum)) {
    throw new HttpError(
      400,
      'BAD_CHECKSUM',
      'Invalid checksum. Expected 32 (MD5), 40 (SHA-1), or 64 (SHA-256) hexadecimal digits.',
    );
  }
  const column = columns[checksum.length];
  if (!column) return sql`f.sha256 = ${checksum}`;
  return sql`f.sha256 = ANY(ARRAY(SELECT sha256 FROM blobs WHERE ${column} = ${checksum}))`;
}

/** Properties of a set have its name before the dot; their keys are adjacent in sort order. */
function byPropertySet(set: string): SQL {
  return sql`EXISTS (SELECT FROM file_properties p WHERE p.file_id = f.id
    AND (p.key = ${set} OR (p.key >= ${`${set}.`} AND p.key < ${`${set}/`})))`;
}

/** Indexed characters of a property value. */
const indexed = 200;

function byProperty({ key, value }: PropertyCondition): SQL {
  if (key.includes('\0') || value?.includes('\0'))
    throw new HttpError(400, 'BAD_PROPERTY', 'A property contains a NUL character');
  const ofKey = sql`FROM file_properties p WHERE p.file_id = f.id AND p.key = ${key}`;
  if (value === undefined || matchesAll(value)) return sql`EXISTS (SELECT ${ofKey})`;
  if (/[*?]/.test(value)) return sql`EXISTS (SELECT ${ofKey} AND lower(p.value) LIKE ${likeAscii(value)})`;
  const start = [...value].slice(0, indexed).join('');
  return sql`EXISTS (SELECT ${ofKey} AND left(p.value, 200) = ${start} AND p.value = ${value})`;
}
