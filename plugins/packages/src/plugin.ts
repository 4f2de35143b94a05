import { definePlugin, message, type PluginDefinition, type Requirement } from '@lading/contract';
import { readPackageQuery } from './query/packageQuery.ts';
import { packagesRequest } from './query/packagesRequest.ts';
import { LEAST_FOR_USERS } from './search/leastTyped.ts';

const packages = message('packages.title', 'Packages');
/**
 * Includes anonymous users if anonymous access is on. The platform returns only packages that they
 * can read.
 */
const visitors: Requirement = { role: 'anyone' };

type Route = NonNullable<PluginDefinition['routes']>[number];

const page = (path: string, name: string, screen: Route['screen']): Route => ({
  path: `/packages${path}`,
  name: `packages.${name}`,
  title: packages,
  requires: visitors,
  screen,
});

export default definePlugin({
  name: 'packages',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      ...page('', 'list', () =>
        import('./list/PackageListPage.tsx').then(({ PackageListPage }) => PackageListPage),
      ),
      ahead: [packagesRequest(readPackageQuery(''))],
    },
    page('/:packageId', 'package', () =>
      import('./package/PackagePage.tsx').then(({ PackagePage }) => PackagePage),
    ),
    page('/:packageId/:versionId', 'version', () =>
      import('./version/VersionPage.tsx').then(({ VersionPage }) => VersionPage),
    ),
    // No version has this path, because a version is one segment.
    page('/:packageId/versions/compare', 'compare', () =>
      import('./compare/ComparePage.tsx').then(({ ComparePage }) => ComparePage),
    ),
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
        // Includes other names of the types.
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
        parameter: 'query',
        order: 10,
        requires: visitors,
        supportsProjects: true,
        leastForUsers: LEAST_FOR_USERS,
      },
    ],
  },
});
