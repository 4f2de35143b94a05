import { type SQL, sql } from 'drizzle-orm';
import { HttpError } from '../../../http/errors.ts';
import { dateConditions } from '../../../metadata/packages/packageFilter.ts';
import { unestimated } from '../../../metadata/search/estimate.ts';
import { matchesAll, wordGlob } from '../../../metadata/search/glob.ts';
import { asciiLower, likeAscii } from './likeAscii.ts';
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

/**
 * That the path has the words of the patterns, of three letters or digits and more, where this is all that an index of trigrams can tell:
 * it knows the shorter ones too, when no wildcard is beside them.
 */
export function wordsOf({ name, path }: FileFilter): SQL | undefined {
  const patterns = asciiLower(`${name ?? ''}*${path ?? ''}`);
  if (/(?<![\p{L}\p{N}*?])[\p{L}\p{N}]{1,2}(?![\p{L}\p{N}*?])/u.test(patterns)) return undefined;
  const words = patterns
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3)
    .sort((one, other) => other.length - one.length)
    .slice(0, mostWords);
  return words.length
    ? sql.join(
        [...new Set(words)].map((word) => sql`lower(f.path) LIKE ${`%${word}%`}`),
        sql` AND `,
      )
    : undefined;
}

/** Conditions on `files f`. Those on bytes look them up, so that `f` alone is joined. */
export function fileConditions(filter: FileFilter): SQL[] {
  const { name, path } = filter;
  return [
    // The path is what the trigrams are of; the name decides, and is hardly rarer.
    ...(name && !matchesAll(name)
      ? [sql`lower(f.path) LIKE ${`%${likeAscii(name)}`}`, unestimated(nameCondition(name))]
      : []),
    ...(path && !matchesAll(path) ? [pathCondition(path)] : []),
    ...otherConditions(filter),
  ];
}

/** The same in two: what an index is asked, which is the words of the patterns alone, and the rest. Undefined where that is no difference. */
export function conditionsByWords(
  filter: FileFilter,
  shorter: boolean,
): { words: SQL[]; rest: SQL[] } | undefined {
  const patterns = [filter.name && `*${filter.name}`, filter.path].filter(
    (glob) => glob && !matchesAll(glob),
  );
  const words = patterns.map((glob = '') => wordGlob(glob, shorter) ?? glob);
  if (words.every((glob, index) => glob === patterns[index])) return undefined;
  const { name, path } = filter;
  const rest = [
    ...(path && !matchesAll(path) ? [unestimated(pathCondition(path))] : []),
    ...(name && !matchesAll(name) ? [unestimated(nameCondition(name))] : []),
    ...otherConditions(filter),
  ];
  return { words: words.map(pathCondition), rest };
}

function pathCondition(glob: string): SQL {
  return sql`lower(f.path) LIKE ${likeAscii(glob)}`;
}

function otherConditions(filter: FileFilter): SQL[] {
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
      'A checksum has 32 (md5), 40 (sha1) or 64 (sha256) hexadecimal digits',
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
    throw new HttpError(400, 'BAD_PROPERTY', 'A property has no NUL character');
  const ofKey = sql`FROM file_properties p WHERE p.file_id = f.id AND p.key = ${key}`;
  if (value === undefined || matchesAll(value)) return sql`EXISTS (SELECT ${ofKey})`;
  if (/[*?]/.test(value)) return sql`EXISTS (SELECT ${ofKey} AND lower(p.value) LIKE ${likeAscii(value)})`;
  const start = [...value].slice(0, indexed).join('');
  return sql`EXISTS (SELECT ${ofKey} AND left(p.value, 200) = ${start} AND p.value = ${value})`;
}
