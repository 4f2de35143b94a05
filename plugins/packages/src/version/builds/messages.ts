import { message } from '@lading/contract';

/** Separate from the texts of the version, which the page of a package loads, too. */
export const messages = {
  usingBuilds: message('packages.version.usingBuilds', 'Builds that use this version'),
  noUsingBuilds: message(
    'packages.version.noUsingBuilds',
    'No build that you have permission to read lists a file of version {version} as a dependency.',
  ),
  buildsTruncated: message(
    'packages.version.buildsTruncated',
    'More builds made or used this version. Only the last started ones are listed.',
  ),
};
