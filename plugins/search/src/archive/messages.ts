import { message } from '@lading/contract';

export const messages = {
  heading: message('search.archive.heading', 'Archive'),
  name: message('search.archive.name', 'Package name'),
  type: message('search.archive.type', 'Package type'),
  choose: message('search.archive.choose', 'Choose a type'),
  repositories: message('search.archive.repositories', 'Repositories'),
  repositoriesHelp: message('search.archive.repositoriesHelp', 'Parted by commas, such as {samples}'),
  search: message('search.archive.search', 'Search'),
  needs: message(
    'search.archive.needs',
    'A search by package needs its name, its type and at least one repository. Missing: {missing}.',
  ),
  missingName: message('search.archive.missingName', 'the name'),
  missingType: message('search.archive.missingType', 'the type'),
  missingRepository: message('search.archive.missingRepository', 'a repository'),
  none: message('search.archive.none', 'Nothing has been archived'),
  noneMore: message(
    'search.archive.noneMore',
    'No cold storage is connected to this platform, so no package was ever moved there. What is here is found among the packages.',
  ),
  asPackage: message('search.archive.asPackage', 'Search packages'),
  start: message('search.archive.start', 'Packages in cold storage'),
  startMore: message(
    'search.archive.startMore',
    'Say which package, of which type, from which repositories.',
  ),
} as const;
