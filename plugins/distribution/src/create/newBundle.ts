import type { BundleSource, NewBundle } from '@lading/contract/rest';
import type { FieldErrors } from '@lading/ui/edit';
import { messages } from '../messages.ts';

export type SourceType = Exclude<BundleSource['source_type'], 'packages'>;

/** Form values; values for other sources stay while the source is changed. */
export interface BundleValues {
  readonly name: string;
  readonly version: string;
  readonly sourceType: SourceType;
  readonly artifacts: readonly string[];
  readonly buildName: string;
  readonly buildNumber: string;
  readonly dependencies: boolean;
  readonly aql: string;
  readonly fromName: string;
  readonly fromVersion: string;
}

export const EMPTY: BundleValues = {
  ...{ name: '', version: '', sourceType: 'artifacts', artifacts: [], buildName: '', buildNumber: '' },
  ...{ dependencies: false, aql: '', fromName: '', fromVersion: '' },
};

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;
const VERSION = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,31}$/;

/** Required fields of each source. */
const NEEDED: Readonly<Record<SourceType, readonly (keyof BundleValues)[]>> = {
  artifacts: ['artifacts'],
  builds: ['buildName', 'buildNumber'],
  aql: ['aql'],
  release_bundles: ['fromName', 'fromVersion'],
};

export function checkBundle(values: BundleValues): FieldErrors<BundleValues> {
  const isEmpty = (key: keyof BundleValues) => values[key].toString().trim() === '';
  const missing = NEEDED[values.sourceType].filter(isEmpty);
  return {
    ...(NAME.test(values.name) ? {} : { name: { message: messages.badName } }),
    ...(VERSION.test(values.version) ? {} : { version: { message: messages.badVersion } }),
    ...Object.fromEntries(missing.map((key) => [key, { message: messages.required }])),
  };
}

export function bodyOf(values: BundleValues): NewBundle {
  return {
    release_bundle_name: values.name,
    release_bundle_version: values.version,
    source_type: values.sourceType,
    source: sourceOf(values),
  };
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
