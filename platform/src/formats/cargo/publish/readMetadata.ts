import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { checkCrateName, checkCrateVersion, isCrateName } from '../names.ts';
import type { IndexDependency, IndexEntry } from '../sparse/IndexEntry.ts';

/** What a publish request says of a crate. */
export interface PublishedCrate {
  /** Its line in the index, but for the checksum. */
  entry: Omit<IndexEntry, 'cksum'>;
  description?: string;
  readme?: string;
  keywords: string[];
  license?: string;
}

const bad = (what: string) => new HttpError(400, 'BAD_PUBLISH', `Invalid publish metadata: ${what}`);
const mostDependencies = 2000;
const mostFeatures = 2000;
const kinds = ['normal', 'dev', 'build'] as const;

type Fields = Record<string, unknown>;

/** Throws `HttpError` 400 naming the field that does not hold. */
export function readMetadata(given: unknown): PublishedCrate {
  const metadata = object(given, 'the metadata');
  const name = checkCrateName(metadata.name);
  const vers = checkCrateVersion(metadata.vers);
  const deps = list(metadata.deps ?? [], "'deps'", mostDependencies).map(readDependency);
  const { plain, newer } = partFeatures(readFeatures(metadata.features ?? {}));
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
    throw bad(`${what} → 'name' is ${shown(own)}; expected a crate name`);
  const req = of.version_req;
  if (typeof req !== 'string' || req.length > 300)
    throw bad(`${what} → 'version_req' is ${shown(req)}; expected a version requirement`);
  const kind = of.kind ?? 'normal';
  if (!kinds.some((each) => each === kind))
    throw bad(`${what} → 'kind' is ${shown(kind)}; expected one of ${kinds.join(', ')}`);
  const called = optionalText(of, 'explicit_name_in_toml', what);
  if (called !== undefined && !isCrateName(called.replace(/^_+/, 'x')))
    throw bad(`${what} → 'explicit_name_in_toml' is ${shown(called)}; expected a crate name`);
  return {
    name: called ?? own,
    req,
    features: texts(of.features ?? [], `${what} → 'features'`, mostFeatures),
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
  if (entries.length > mostFeatures) throw bad(`'features' has more than ${mostFeatures} entries`);
  return entries.map(([name, enabled]) => {
    if (!/^[\p{L}\p{N}_][\p{L}\p{N}_+.-]{0,99}$/u.test(name))
      throw bad(`'features' has ${shown(name)}; expected a feature name`);
    return [name, texts(enabled, `'features' → ${name}`, mostFeatures)];
  });
}

/** What older Cargos cannot read stands apart, where they do not look. */
function partFeatures(features: readonly [string, string[]][]) {
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
  throw bad(`${what} is not an object`);
}

function list(value: unknown, what: string, most: number): unknown[] {
  if (!Array.isArray(value)) throw bad(`${what} is not a list`);
  if (value.length > most) throw bad(`${what} has more than ${most} entries`);
  return value;
}

function texts(value: unknown, what: string, most: number): string[] {
  return list(value, what, most).map((each) => {
    if (typeof each === 'string' && each.length <= 300 && !each.includes('\0')) return each;
    throw bad(`${what} has ${shown(each)}; expected a string of up to 300 characters`);
  });
}

function optionalText(of: Fields, field: string, where = ''): string | undefined {
  const value = of[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw bad(`${where && `${where} → `}'${field}' is not a string`);
  return value.replaceAll('\0', '');
}

function withText<Key extends string>(key: Key, value: string | undefined): Partial<Record<Key, string>> {
  return (value === undefined ? {} : { [key]: value }) as Partial<Record<Key, string>>;
}
