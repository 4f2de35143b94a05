import type { BundleSource, NewBundle } from '@lading/contract/rest';
import type { FieldErrors } from '@lading/ui/edit';
import { messages } from '../messages.ts';

export type SourceType = BundleSource['source_type'];
export type PackageVersion = NonNullable<BundleSource['packages']>[number];

/** Form values; values for other sources stay while the source is changed. */
export interface BundleValues {
  readonly name: string;
  readonly version: string;
  readonly sourceType: SourceType;
  readonly artifacts: readonly string[];
  readonly buildName: string;
  readonly buildNumber: string;
  readonly dependencies: boolean;
  readonly packages: readonly PackageVersion[];
  readonly aql: string;
  readonly fromName: string;
  readonly fromVersion: string;
}

export const EMPTY: BundleValues = {
  ...{ name: '', version: '', sourceType: 'artifacts', artifacts: [], buildName: '', buildNumber: '' },
  ...{ dependencies: false, packages: [], aql: '', fromName: '', fromVersion: '' },
};

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;
const VERSION = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,31}$/;

/** Required fields of each source. */
const NEEDED: Readonly<Record<SourceType, readonly (keyof BundleValues)[]>> = {
  artifacts: ['artifacts'],
  builds: ['buildName', 'buildNumber'],
  packages: ['packages'],
  aql: ['aql'],
  release_bundles: ['fromName', 'fromVersion'],
};

export function checkBundle(values: BundleValues): FieldErrors<BundleValues> {
  const missing = missingOf(values);
  return {
    ...(NAME.test(values.name) ? {} : { name: { message: messages.badName } }),
    ...(VERSION.test(values.version) ? {} : { version: { message: messages.badVersion } }),
    ...Object.fromEntries(missing.map((key) => [key, { message: messages.required }])),
  };
}

/** Whether the content can be previewed. */
export function hasSource(values: BundleValues): boolean {
  return missingOf(values).length === 0;
}

function missingOf(values: BundleValues): readonly (keyof BundleValues)[] {
  return NEEDED[values.sourceType].filter((key) => values[key].toString().trim() === '');
}

export function bodyOf(values: BundleValues): NewBundle {
  return {
    release_bundle_name: values.name,
    release_bundle_version: values.version,
    source_type: values.sourceType,
    source: sourceOf(values),
  };
}

/** Names a package version in words, such as `npm://left-pad 1.3.0`. */
export function packageText({
  package_type: type,
  package_name: name,
  package_version: version,
}: PackageVersion) {
  return `${type}://${name} ${version}`;
}

/** The source as an entry of a list of sources. */
export function listedSource(values: BundleValues): BundleSource {
  return { source_type: values.sourceType, ...sourceOf(values) };
}

function sourceOf(values: BundleValues): NonNullable<NewBundle['source']> {
  switch (values.sourceType) {
    case 'artifacts':
      return { artifacts: values.artifacts.map((path) => ({ path })) };
    case 'builds':
      return {
        builds: [
          {
            build_name: values.buildName.trim(),
            build_number: values.buildNumber.trim(),
            include_dependencies: values.dependencies,
          },
        ],
      };
    case 'packages':
      return { packages: [...values.packages] };
    case 'aql':
      return { aql: values.aql };
    case 'release_bundles':
      return {
        release_bundles: [
          {
            release_bundle_name: values.fromName.trim(),
            release_bundle_version: values.fromVersion.trim(),
          },
        ],
      };
  }
}
