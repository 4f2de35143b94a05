import { badArchive } from '../../../archives/ArchiveReading.ts';
import { shown } from '../../../errors/shown.ts';
import { childOf, childrenOf, readXml, textOf, type XmlElement } from '../../../xml/readXml.ts';
import { type NugetVersion, normalRange, parseVersion, rangeNeedsSemver2 } from '../version.ts';

export interface DependencyGroup {
  /** Undefined for all frameworks. */
  targetFramework?: string;
  dependencies: { id: string; range: string }[];
}

/** The fields of a version in a registration, without URLs. */
export interface PackageEntry {
  authors?: string;
  description?: string;
  iconUrl?: string;
  language?: string;
  licenseExpression?: string;
  licenseUrl?: string;
  minClientVersion?: string;
  projectUrl?: string;
  requireLicenseAcceptance?: boolean;
  summary?: string;
  tags?: string[];
  title?: string;
  dependencyGroups?: DependencyGroup[];
  packageTypes?: { name: string }[];
}

export interface Nuspec {
  id: string;
  version: NugetVersion;
  semver2: boolean;
  entry: PackageEntry;
  /** Paths of files in the package. */
  licenseFile?: string;
  readmeFile?: string;
}

const what = 'nuspec';
const maxDependencies = 5000;

/** Throws `HttpError` 400 that describes the invalid part. `foreign` skips invalid dependencies. */
export function readNuspec(text: string, { foreign = false }: { foreign?: boolean } = {}): Nuspec {
  const root = readXml(text, 'nuspec', { size: 1024 * 1024, elements: 20_000, depth: 20 });
  const metadata = childOf(root, 'metadata');
  if (root.name !== 'package' || !metadata) throw badArchive(what, 'it has no valid package metadata');
  const id = textOf(metadata, 'id') ?? '';
  if (!isId(id))
    throw badArchive(what, `its id is ${shown(id)}; expected up to 100 letters, digits, '.', '_', and '-'`);
  const given = textOf(metadata, 'version') ?? '';
  const version = parseVersion(given);
  if (!version)
    throw badArchive(what, `its version is ${shown(given)}; expected a version such as 1.2.3 or 1.2.3-rc.1`);
  const groups = groupsOf(metadata, foreign);
  const ranges = childrenOf(metadata, 'dependencies').flatMap(dependenciesIn);
  const license = childOf(metadata, 'license');
  const isFile = license?.attributes.type === 'file';
  const licenseFile = isFile ? pathOf(license?.text) : undefined;
  const readmeFile = pathOf(textOf(metadata, 'readme'));
  return {
    id,
    version,
    semver2: version.semver2 || ranges.some(({ attributes }) => rangeNeedsSemver2(attributes.version)),
    entry: entryOf(metadata, isFile ? undefined : license?.text.trim(), groups),
    ...(licenseFile ? { licenseFile } : {}),
    ...(readmeFile ? { readmeFile } : {}),
  };
}

export function isId(id: string): boolean {
  return /^[A-Za-z0-9_]+(?:[_.-][A-Za-z0-9_]+)*$/.test(id) && id.length <= 100;
}

function entryOf(
  metadata: XmlElement,
  license: string | undefined,
  dependencyGroups: DependencyGroup[],
): PackageEntry {
  const texts = {
    authors: textOf(metadata, 'authors'),
    description: textOf(metadata, 'description'),
    iconUrl: webAddress(textOf(metadata, 'iconUrl')),
    language: textOf(metadata, 'language'),
    licenseExpression: license || undefined,
    licenseUrl: webAddress(textOf(metadata, 'licenseUrl')),
    minClientVersion: metadata.attributes.minClientVersion,
    projectUrl: webAddress(textOf(metadata, 'projectUrl')),
    summary: textOf(metadata, 'summary'),
    title: textOf(metadata, 'title'),
  };
  const tags = (textOf(metadata, 'tags') ?? '')
    .split(/[\s,;]+/)
    .filter(Boolean)
    .slice(0, 100)
    .map(cut);
  const types = childrenOf(childOf(metadata, 'packageTypes'), 'packageType').flatMap(
    ({ attributes: { name } }) => (name ? [{ name: cut(name) }] : []),
  );
  return {
    ...Object.fromEntries(Object.entries(texts).flatMap(([key, text]) => (text ? [[key, cut(text)]] : []))),
    ...(textOf(metadata, 'requireLicenseAcceptance') === 'true' ? { requireLicenseAcceptance: true } : {}),
    ...(tags.length ? { tags } : {}),
    ...(dependencyGroups.length ? { dependencyGroups } : {}),
    ...(types.length ? { packageTypes: types.slice(0, 20) } : {}),
  };
}

/** Dependencies by framework, or, in old packages, all in one group. */
function groupsOf(metadata: XmlElement, foreign: boolean): DependencyGroup[] {
  const dependencyOf = (element: XmlElement) => readDependency(element, foreign);
  const all = childOf(metadata, 'dependencies');
  if (!all) return [];
  if (dependenciesIn(all).length > maxDependencies)
    throw badArchive(what, `it has more than ${maxDependencies} dependencies`);
  const groups = childrenOf(all, 'group').map((group) => ({
    ...(group.attributes.targetFramework ? { targetFramework: cut(group.attributes.targetFramework) } : {}),
    dependencies: childrenOf(group, 'dependency').flatMap(dependencyOf),
  }));
  const plain = childrenOf(all, 'dependency').flatMap(dependencyOf);
  return [...(plain.length ? [{ dependencies: plain }] : []), ...groups].slice(0, 200);
}

function dependenciesIn(all: XmlElement): XmlElement[] {
  return [
    ...childrenOf(all, 'dependency'),
    ...childrenOf(all, 'group').flatMap((group) => childrenOf(group, 'dependency')),
  ];
}

function readDependency(
  { attributes: { id, version } }: XmlElement,
  foreign: boolean,
): { id: string; range: string }[] {
  if (foreign && !isId(id ?? '')) return [];
  if (!id || !isId(id))
    throw badArchive(what, `it depends on ${shown(id ?? '')}, which is not a valid package ID`);
  return [{ id, range: cut(normalRange(version)) }];
}

/** A path relative to the package's root, as in archives. */
function pathOf(text: string | undefined): string | undefined {
  return (
    text
      ?.trim()
      .replaceAll('\\', '/')
      .replace(/^(?:\.?\/)+/, '') || undefined
  );
}

/** Only HTTP URLs, because clients show it as a link. */
function webAddress(text: string | undefined): string | undefined {
  return text && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined;
}

/** Removes characters that the database cannot store, such as lone surrogates. */
function cut(text: string): string {
  return text.slice(0, 4000).replace(/\p{Surrogate}|\0/gu, '');
}
