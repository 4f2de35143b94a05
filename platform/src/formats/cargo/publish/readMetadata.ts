import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { checkCrateName, checkCrateVersion, isCrateName } from '../names.ts';
import type { IndexDependency, IndexEntry } from '../sparse/IndexEntry.ts';

/** The metadata of a publish request. */
export interface PublishedCrate {
  /** The crate's line in the index, without the checksum. */
  entry: Omit<IndexEntry, 'cksum'>;
  description?: string;
  readme?: string;
  keywords: string[];
  license?: string;
}

const invalidMetadata = (what: string) =>
  new HttpError(400, 'BAD_PUBLISH', `Invalid publish metadata: ${what}`);
const maxDependencies = 2000;
const maxFeatures = 2000;
const kinds = ['normal', 'dev', 'build'] as const;

type Fields = Record<string, unknown>;

/** Throws `HttpError` 400 that names the invalid field. */
export function readMetadata(given: unknown): PublishedCrate {
  const metadata = object(given, 'the metadata');
  const name = checkCrateName(metadata.name);
  const vers = checkCrateVersion(metadata.vers);
  const deps = list(metadata.deps ?? [], "'deps'", maxDependencies).map(readDependency);
  const { plain, newer } = splitFeatures(readFeatures(metadata.features ?? {}));
  const rust = optionalText(metadata, 'rust_version');
  const links = optionalText(metadata, 'links');
  return {
    entry: {
      name,
      vers,
      deps,
      features: plain,
      yanked: false,
      links: links ?? null,
      v: newer ? 2 : 1,
      ...(newer ? { features2: newer } : {}),
      ...(rust === undefined ? {} : { rust_version: rust }),
    },
    ...withText('description', optionalText(metadata, 'description')),
    ...withText('readme', optionalText(metadata, 'readme')),
    ...withText('license', optionalText(metadata, 'license')),
    keywords: texts(metadata.keywords ?? [], "'keywords'", 100),
  };
}

function readDependency(given: unknown, at: number): IndexDependency {
  const what = `'deps' → ${at}`;
  const of = object(given, what);
  const own = of.name;
  if (typeof own !== 'string' || !isCrateName(own))
    throw invalidMetadata(`${what} → 'name' is ${shown(own)}; expected a crate name`);
  const req = of.version_req;
  if (typeof req !== 'string' || req.length > 300)
    throw invalidMetadata(`${what} → 'version_req' is ${shown(req)}; expected a version requirement`);
  const kind = of.kind ?? 'normal';
  if (!kinds.some((each) => each === kind))
    throw invalidMetadata(`${what} → 'kind' is ${shown(kind)}; expected one of ${kinds.join(', ')}`);
  const called = optionalText(of, 'explicit_name_in_toml', what);
  if (called !== undefined && !isCrateName(called.replace(/^_+/, 'x')))
    throw invalidMetadata(`${what} → 'explicit_name_in_toml' is ${shown(called)}; expected a crate name`);
  return {
    name: called ?? own,
    req,
    features: texts(of.features ?? [], `${what} → 'features'`, maxFeatures),
    optional: of.optional === true,
    default_features: of.default_features !== false,
    target: optionalText(of, 'target', what) ?? null,
    kind: kind as IndexDependency['kind'],
    registry: optionalText(of, 'registry', what) ?? null,
    ...(called === undefined ? {} : { package: own }),
  };
}

function readFeatures(given: unknown): [string, string[]][] {
  const entries = Object.entries(object(given, "'features'"));
  if (entries.length > maxFeatures) throw invalidMetadata(`'features' has more than ${maxFeatures} entries`);
  return entries.map(([name, enabled]) => {
    if (!/^[\p{L}\p{N}_][\p{L}\p{N}_+.-]{0,99}$/u.test(name))
      throw invalidMetadata(`'features' has ${shown(name)}; expected a feature name`);
    return [name, texts(enabled, `'features' → ${name}`, maxFeatures)];
  });
}

/**
 * Separates features that old versions of Cargo cannot parse; they go into a field that those
 * versions ignore.
 */
function splitFeatures(features: readonly [string, string[]][]) {
  const isNewer = ([, enabled]: [string, string[]]) =>
    enabled.some((each) => each.startsWith('dep:') || each.includes('?/'));
  const newer = features.filter(isNewer);
  return {
    plain: Object.fromEntries(features.filter((feature) => !isNewer(feature))),
    newer: newer.length > 0 ? Object.fromEntries(newer) : undefined,
  };
}

function object(value: unknown, what: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw invalidMetadata(`${what} is not an object`);
}

function list(value: unknown, what: string, most: number): unknown[] {
  if (!Array.isArray(value)) throw invalidMetadata(`${what} is not a list`);
  if (value.length > most) throw invalidMetadata(`${what} has more than ${most} entries`);
  return value;
}

function texts(value: unknown, what: string, most: number): string[] {
  return list(value, what, most).map((each) => {
    if (typeof each === 'string' && each.length <= 300 && !each.includes('\0')) return each;
    throw invalidMetadata(`${what} has ${shown(each)}; expected a string of up to 300 characters`);
  });
}

function optionalText(of: Fields, field: string, where = ''): string | undefined {
  const value = of[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw invalidMetadata(`${where && `${where} → `}'${field}' is not a string`);
  return value.replaceAll('\0', '');
}

function withText<Key extends string>(key: Key, value: string | undefined): Partial<Record<Key, string>> {
  return (value === undefined ? {} : { [key]: value }) as Partial<Record<Key, string>>;
}
