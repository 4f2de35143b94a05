import { definePlugin, message, type Requirement } from '@lading/contract';
import { readPackageQuery } from './query/packageQuery.ts';
import { packagesRequest } from './query/packagesRequest.ts';
import { LEAST_FOR_USERS } from './search/leastTyped.ts';

const packages = message('packages.title', 'Packages');
/** Visitors too, where they may look around: the platform gives them what they may read. */
const visitors: Requirement = { role: 'anyone' };

export default definePlugin({
  name: 'packages',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      path: '/packages',
      name: 'packages.list',
      title: packages,
      requires: visitors,
      ahead: [packagesRequest(readPackageQuery(''))],
      screen: () => import('./list/PackageListPage.tsx').then(({ PackageListPage }) => PackageListPage),
    },
    {
      path: '/packages/:packageId',
      name: 'packages.package',
      title: packages,
      requires: visitors,
      screen: () => import('./package/PackagePage.tsx').then(({ PackagePage }) => PackagePage),
    },
    {
      path: '/packages/:packageId/:versionId',
      name: 'packages.version',
      title: packages,
      requires: visitors,
      screen: () => import('./version/VersionPage.tsx').then(({ VersionPage }) => VersionPage),
    },
  ],
  menuItems: [
    {
      sidebar: 'application',
      path: '/packages',
      label: packages,
      icon: 'package',
      order: 10,
      requires: visitors,
    },
  ],
  extensions: {
    catalogs: [
      { language: 'pl', texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts) },
    ],
    clientGuides: [
      {
        id: 'packages',
        // With the names that repositories of the type go by.
        packageTypes: ['npm', 'docker', 'maven', 'pypi', 'cargo', 'golang', 'go', 'nuget', 'helm', 'generic'],
        clients: () => import('./install/guided.ts').then(({ clientsOf }) => clientsOf),
        steps: () => import('./install/guided.ts').then(({ clientSteps }) => clientSteps),
      },
    ],
    searchCategories: [
      {
        id: 'packages',
        label: packages,
        path: '/packages',
        order: 10,
        requires: visitors,
        supportsProjects: true,
        leastForUsers: LEAST_FOR_USERS,
      },
    ],
  },
});
