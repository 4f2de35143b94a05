import { definePlugin, message } from '@lading/contract';
import { readPackageQuery } from './query/packageQuery.ts';
import { packagesRequest } from './query/packagesRequest.ts';

const packages = message('packages.title', 'Packages');

export default definePlugin({
  name: 'packages',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      path: '/packages',
      name: 'packages.list',
      title: packages,
      ahead: [packagesRequest(readPackageQuery(''))],
      screen: () => import('./list/PackageListPage.tsx').then(({ PackageListPage }) => PackageListPage),
    },
    {
      path: '/packages/:packageId',
      name: 'packages.package',
      title: packages,
      screen: () => import('./package/PackagePage.tsx').then(({ PackagePage }) => PackagePage),
    },
    {
      path: '/packages/:packageId/:versionId',
      name: 'packages.version',
      title: packages,
      screen: () => import('./version/VersionPage.tsx').then(({ VersionPage }) => VersionPage),
    },
  ],
  menuItems: [{ sidebar: 'application', path: '/packages', label: packages, icon: 'package', order: 10 }],
  extensions: {
    catalogues: [{ language: 'pl', texts: () => import('./catalogues/pl.ts').then(({ texts }) => texts) }],
    clientGuides: [
      {
        id: 'packages',
        // With the names that repositories of the type go by.
        packageTypes: ['npm', 'docker', 'maven', 'pypi', 'cargo', 'golang', 'go', 'nuget', 'helm', 'generic'],
        steps: () => import('./formats/guides.ts').then(({ clientSteps }) => clientSteps),
      },
    ],
    searchCategories: [
      {
        id: 'packages',
        label: packages,
        path: '/packages',
        order: 10,
        supportsProjects: true,
        leastForUsers: 3,
      },
    ],
  },
});
