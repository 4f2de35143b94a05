import type { MadeSearch } from '@lading/contract';

/** Search filters, by URL parameter. */
export interface SearchModel {
  readonly name: string;
  readonly pkg: string;
  readonly description: string;
  readonly checksum: string;
  readonly cve: string;
  readonly before: string;
  readonly after: string;
  readonly archive: string;
  readonly searchType: string;
  readonly path: string;
  readonly packageQuery: string;
  readonly version: string;
  readonly scope: string;
  readonly branch: string;
  readonly repo: readonly string[];
  readonly licenses: readonly string[];
  readonly severities: readonly string[];
  readonly properties: readonly string[];
  readonly propertySets: readonly string[];
  readonly pkgType: readonly string[];
  readonly tags: readonly string[];
  readonly isChecksum: boolean;
  readonly excludeInnerClasses: boolean;
  readonly searchClassOnly: boolean;
}

/** Text parameters in the order of the URL. */
const TEXTS = [
  'searchType',
  'name',
  'pkg',
  'description',
  'checksum',
  'cve',
  'before',
  'after',
  'archive',
  'path',
  'packageQuery',
  'version',
  'scope',
  'branch',
] as const;
const LISTS = ['repo', 'pkgType', 'licenses', 'severities', 'properties', 'propertySets', 'tags'] as const;
const FLAGS = ['isChecksum', 'excludeInnerClasses', 'searchClassOnly'] as const;

/** Filters for the version that a file belongs to, its package, and its build information. */
export const VERSION_KEYS = [
  'pkg',
  'packageQuery',
  'version',
  'scope',
  'description',
  'tags',
  'licenses',
  'propertySets',
  'branch',
  'cve',
  'severities',
] as const satisfies readonly (keyof SearchModel)[];

/** A search without filters. */
export const BLANK: SearchModel = {
  ...fromKeys(TEXTS, () => ''),
  ...fromKeys(LISTS, (): readonly string[] => []),
  ...fromKeys(FLAGS, () => false),
};

/** Parses a URL's query string. Unknown parameters are ignored. */
export function readModel(search: string): SearchModel {
  const keys = new URLSearchParams(search);
  return {
    ...fromKeys(TEXTS, (key) => keys.get(key)?.trim() ?? ''),
    ...fromKeys(LISTS, (key) => [...new Set(keys.getAll(key).filter((value) => value.trim() !== ''))]),
    ...fromKeys(FLAGS, (key) => keys.get(key) === 'true'),
  };
}

/** Returns the URL parameters, without values equal to those of `BLANK`. */
export function modelKeys(model: SearchModel): URLSearchParams {
  const keys = new URLSearchParams();
  for (const key of TEXTS) if (model[key].trim()) keys.set(key, model[key].trim());
  for (const key of LISTS) for (const value of model[key]) keys.append(key, value);
  for (const key of FLAGS) if (model[key]) keys.set(key, 'true');
  return keys;
}

/**
 * Returns the entry for the header's recent searches, without values equal to those of `BLANK`.
 * `type` is the search category.
 */
export function madeSearch(type: string, model: SearchModel): MadeSearch {
  const queryString = modelKeys(model).toString();
  const set = Object.entries(readModel(queryString)).filter(
    ([, value]) => value !== false && value.length !== 0,
  );
  return { type, queryString, searchModel: Object.fromEntries(set) };
}

/** Returns the URL's query string: empty, or with a leading `?`. */
export function modelAddress(model: SearchModel): string {
  const text = modelKeys(model).toString();
  return text ? `?${text}` : '';
}

/** Changes the search type and keeps only the name. */
export function withType(model: SearchModel, searchType: string): SearchModel {
  return { ...BLANK, name: model.name, searchType };
}

function fromKeys<Key extends string, Value>(
  keys: readonly Key[],
  value: (key: Key) => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<Key, Value>;
}
