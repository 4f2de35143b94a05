import { type SQL, sql } from 'drizzle-orm';
import { HttpError } from '../../errors/HttpError.ts';
import { dateConditions } from '../../packages/search/conditions.ts';
import { unestimated } from '../../packages/search/estimate.ts';
import { matchesAll } from '../../packages/search/glob.ts';
import { asciiLower, likeAscii } from './likeAscii.ts';
import { isTold, pathParts, pathPartsMatch, runsOf } from './pathParts.ts';
import { belongsTo, type VersionOfFile } from './VersionOfFile.ts';

export interface PropertyCondition {
  key: string;
  /** A glob; absent: any value. */
  value?: string;
}

/** What files are searched by; all that is given must hold. */
export interface FileFilter {
  /** A glob of the last part of the path. */
  name?: string;
  /** A glob of the whole path. */
  path?: string;
  /** md5, sha1 or sha256. */
  checksum?: string;
  properties?: readonly PropertyCondition[];
  /** Of each of these sets of properties one must be there: `build` is that of `build.name`. */
  propertySets?: readonly string[];
  /** What must hold of a version that the file belongs to. */
  version?: VersionOfFile;
  /** The only rows that `version` can hold for; see `fewFilesOf`. */
  only?: readonly string[];
  createdMin?: string;
  createdMax?: string;
  modifiedMin?: string;
  modifiedMax?: string;
  downloadedMin?: string;
  downloadedMax?: string;
}

/** What the index of names tells by itself. */
export function nameCondition(name: string): SQL {
  return sql`f.name_lower LIKE ${likeAscii(name)}`;
}

/** More of them narrow a search no further. */
const mostWords = 8;

/** The patterns of whole paths that files must match, as globs. */
export function pathGlobs({ name, path }: FileFilter): string[] {
  return [
    // The path is what the trigrams are of; the name decides, and is hardly rarer.
    ...(name && !matchesAll(name) ? [`*${name}`] : []),
    ...(path && !matchesAll(path) ? [path] : []),
  ];
}

/** That the path has what trigrams know of the patterns, where this is not all that these say. */
export function wordsOf(filter: FileFilter): SQL | undefined {
  const globs = pathGlobs(filter);
  if (globs.every(isTold)) return undefined;
  const words = globs
    .flatMap((glob) => runsOf(glob).flatMap((run) => run.match(/[a-zA-Z0-9]{3,}/g) ?? []))
    .sort((one, other) => other.length - one.length)
    .slice(0, mostWords);
  return words.length
    ? sql.join(
        [...new Set(words)].map((word) => sql`${pathParts} LIKE ${`%${word}%`}`),
        sql` AND `,
      )
    : undefined;
}

/** Conditions on `files f`. Those on bytes look them up, so that `f` alone is joined. */
export function fileConditions(filter: FileFilter): SQL[] {
  const { name } = filter;
  return [
    ...pathGlobs(filter).map(pathPartsMatch),
    ...(name && !matchesAll(name) ? [unestimated(nameCondition(name))] : []),
    ...otherConditions(filter),
  ];
}

/** The same of files that are looked at one by one. */
export function lookedAtConditions(filter: FileFilter): SQL[] {
  return [...patternConditions(filter), ...otherConditions(filter)];
}

/** What name and path must match: told soonest of a file at hand, and by no index of trigrams. */
export function patternConditions({ name, path }: FileFilter): SQL[] {
  return [
    ...(path && !matchesAll(path) ? [sql`lower(f.path) LIKE ${likeAscii(path)}`] : []),
    ...(name && !matchesAll(name) ? [nameCondition(name)] : []),
  ];
}

/** What must hold besides name and path. */
export function otherConditions(filter: FileFilter): SQL[] {
  const { checksum, properties = [] } = filter;
  return [
    ...(checksum ? [byChecksum(checksum)] : []),
    ...(filter.only ? [sql`f.id = ANY(${sql.param(filter.only)}::bigint[])`] : []),
    ...(filter.version && !filter.only ? [belongsTo(filter.version)] : []),
    ...properties.map(byProperty),
    ...(filter.propertySets ?? []).map(byPropertySet),
    ...dateConditions(sql`f.created`, 'created', filter.createdMin, filter.createdMax),
    // What was created since then was not changed before it: that has an index.
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

/** A property of a set has its name before the dot; keys sort so that those of one set stand together. */
function byPropertySet(set: string): SQL {
  return sql`EXISTS (SELECT FROM file_properties p WHERE p.file_id = f.id
    AND (p.key = ${set} OR (p.key >= ${`${set}.`} AND p.key < ${`${set}/`})))`;
}

/** As much of a value as stands in the index. */
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
