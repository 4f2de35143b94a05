import { message } from '@lading/contract';

export const messages = {
  packages: message('packages.list.heading', 'Packages'),
  what: message('packages.list.what', 'packages'),
  counted: message('packages.list.counted', '{count, plural, one {# package} other {# packages}}'),
  filterByName: message('packages.list.filterByName', 'Filter by name'),
  type: message('packages.list.type', 'Package type'),
  typesNotLoaded: message('packages.list.typesNotLoaded', 'The filter could not be loaded. Try again.'),
  anyType: message('packages.list.anyType', 'All types'),
  clearFilters: message('packages.list.clearFilters', 'Clear filters'),
  inRepositories: message('packages.list.inRepositories', 'In {repos}'),
  name: message('packages.list.name', 'Name'),
  latest: message('packages.list.latest', 'Latest version'),
  versions: message('packages.list.versions', 'Versions'),
  downloads: message('packages.list.downloads', 'Downloads'),
  modified: message('packages.list.modified', 'Modified'),
  noneInProject: message('packages.list.noneInProject', 'This project has no packages yet'),
  noneInProjectMore: message(
    'packages.list.noneInProjectMore',
    'Here stands what is in the repositories that belong to it. All projects together are chosen in the header.',
  ),
  noneFound: message('packages.list.noneFound', 'No packages found, please refine your search criteria'),
  nothingMatches: message('packages.list.nothingMatches', 'Nothing matches “{name}”.'),
  nothingOfTypes: message('packages.list.nothingOfTypes', 'Nothing of this type.'),
  noneYet: message('packages.list.noneYet', 'No packages yet'),
  publishFirst: message('packages.list.publishFirst', 'Publish the first one from its folder:'),
  publishCommand: message('packages.list.publishCommand', 'Command that publishes a package'),
  askSomebody: message(
    'packages.list.askSomebody',
    'You may not publish here. Whoever runs this platform can allow it.',
  ),
} as const;
