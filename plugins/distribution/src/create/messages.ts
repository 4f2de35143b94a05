import { message } from '@lading/contract';

export const messages = {
  fromPackages: message('bundles.fromPackages', 'Packages'),
  packages: message('bundles.packages', 'Package'),
  packagesHelp: message(
    'bundles.packagesHelp',
    'Type part of a name, select the package, then select its version. Add as many as you need.',
  ),
  packageVersion: message('bundles.packageVersion', 'Version of {name}'),
  packageVersionHelp: message(
    'bundles.packageVersionHelp',
    'A version that several repositories contain is listed once for each of them.',
  ),
  versionIn: message('bundles.versionIn', '{version} in {repository}'),
  selectedPackages: message('bundles.selectedPackages', 'Selected packages'),
  removePackage: message('bundles.removePackage', 'Remove {name}'),
  searchFailed: message('bundles.searchFailed', 'Failed to search for packages: {cause}'),
  versionsFailed: message('bundles.versionsFailed', 'Failed to load the versions: {cause}'),
  previewContent: message('bundles.previewContent', 'Preview content'),
  contentFailed: message('bundles.contentFailed', 'Failed to preview the content: {cause}'),
  willContain: message(
    'bundles.willContain',
    'The version will contain {count, plural, one {# artifact} other {# artifacts}} ({size}).',
  ),
  someArtifacts: message('bundles.someArtifacts', 'Only the first {count} are listed.'),
} as const;
