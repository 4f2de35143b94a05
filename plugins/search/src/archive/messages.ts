import { message } from '@lading/contract';

export const messages = {
  heading: message('search.archive.heading', 'Archive'),
  name: message('search.archive.name', 'Package name'),
  type: message('search.archive.type', 'Package type'),
  choose: message('search.archive.choose', 'Select a type'),
  repositories: message('search.archive.repositories', 'Repositories'),
  search: message('search.archive.search', 'Search'),
  needs: message(
    'search.archive.needs',
    'A search by package needs its name, its type, and at least one repository. Missing: {missing}.',
  ),
  missingName: message('search.archive.missingName', 'the name'),
  missingType: message('search.archive.missingType', 'the type'),
  missingRepository: message('search.archive.missingRepository', 'a repository'),
  none: message('search.archive.none', 'No archived packages'),
  noneMore: message(
    'search.archive.noneMore',
    'This platform has no cold storage, so no package is archived. Search the packages instead.',
  ),
  asPackage: message('search.archive.asPackage', 'Search packages'),
  start: message('search.archive.start', 'Packages in cold storage'),
  startMore: message('search.archive.startMore', 'Enter a package name, a type, and repositories.'),
} as const;
