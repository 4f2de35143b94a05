import type { BundleSource, NewBundle } from '@lading/contract/rest';
import { HttpError } from '../../errors/HttpError.ts';

type Artifacts = NonNullable<BundleSource['artifacts']>;
type Builds = NonNullable<BundleSource['builds']>;
type Bundles = NonNullable<BundleSource['release_bundles']>;
type Packages = NonNullable<BundleSource['packages']>;

/** A source with its list. */
export type Source =
  | { type: 'artifacts'; artifacts: Artifacts }
  | { type: 'builds'; builds: Builds }
  | { type: 'release_bundles'; bundles: Bundles }
  | { type: 'packages'; packages: Packages }
  | { type: 'aql'; query: string };

/** Reads the sources of a new bundle, in either of the two forms. Throws `HttpError` 400. */
export function readSources(given: Pick<NewBundle, 'source_type' | 'source' | 'sources'>): Source[] {
  const { source_type, source, sources } = given;
  if (sources) return sources.map(readSource);
  if (source_type === undefined || source === undefined)
    throw bad('Expected "source_type" and "source", or a list "sources"');
  return [readSource({ source_type, ...source })];
}

function readSource(source: BundleSource): Source {
  const { source_type: type, artifacts, builds, release_bundles: bundles, packages, aql } = source;
  if (type === 'artifacts' && artifacts?.length) return { type, artifacts };
  if (type === 'builds' && builds?.length) return { type, builds };
  if (type === 'release_bundles' && bundles?.length) return { type, bundles };
  if (type === 'packages' && packages?.length) return { type, packages };
  if (type === 'aql' && aql) return { type, query: aql };
  throw bad(`A source of type "${type}" needs a non-empty "${type}"`);
}

/** Describes a source in words, for the record. */
export function wordsOf(source: Source): string[] {
  switch (source.type) {
    case 'artifacts':
      return [`artifacts: ${source.artifacts.length}`];
    case 'builds':
      return source.builds.map(({ build_name, build_number }) => `build: ${build_name} ${build_number}`);
    case 'release_bundles':
      return source.bundles.map(
        (each) => `release bundle: ${each.release_bundle_name} ${each.release_bundle_version}`,
      );
    case 'packages':
      return source.packages.map(
        (each) =>
          `package: ${each.package_type}://${each.package_name} ${each.package_version} in ${each.repository_key}`,
      );
    case 'aql':
      return [`aql: ${source.query}`];
  }
}

function bad(why: string): HttpError {
  return new HttpError(400, 'BAD_RELEASE_BUNDLE', `Invalid release bundle. ${why}`);
}
