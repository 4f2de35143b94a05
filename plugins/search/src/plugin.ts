import { definePlugin, message, type Requirement } from '@lading/contract';

const artifacts = message('search.artifacts.title', 'Artifacts');
const builds = message('search.builds.title', 'Builds');
const bundles = message('search.bundles.title', 'Release Bundles');
const xray = message('search.xray.title', 'Xray');
const archive = message('search.archive.title', 'Archive');
const pipelines = message('search.pipelines.title', 'Pipelines');

/**
 * Includes anonymous users where anonymous access is on: the platform returns only what they can
 * read.
 */
const visitors: Requirement = { role: 'anyone' };
const withBundles: Requirement = {
  ...visitors,
  services: ['distribution'],
  license: ['EDGE', 'EDGE_TRIAL', 'ENTERPRISE_PLUS', 'ENTERPRISE_PLUS_TRIAL'],
};
const withXray: Requirement = { ...visitors, services: ['xray'], entitlements: ['security_scanning'] };
const withArchive: Requirement = { ...visitors, features: ['COMMON.COLD_STORAGE'] };
const withPipelines: Requirement = { ...visitors, features: ['COMMON.TOOLBAR_SEARCH'] };

export default definePlugin({
  name: 'search',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      path: '/artifactSearchResults',
      name: 'search.artifacts',
      title: artifacts,
      requires: visitors,
      screen: () => import('./artifacts/ArtifactsPage.tsx').then(({ ArtifactsPage }) => ArtifactsPage),
    },
    {
      path: '/xraySearchResults',
      name: 'search.xray',
      title: xray,
      requires: withXray,
      screen: () => import('./xray/XrayPage.tsx').then(({ XrayPage }) => XrayPage),
    },
    {
      path: '/artifactoryRetention/search',
      name: 'search.archive',
      title: archive,
      requires: withArchive,
      screen: () => import('./archive/ArchivePage.tsx').then(({ ArchivePage }) => ArchivePage),
    },
    {
      path: '/pipelinesSearchResults',
      name: 'search.pipelines',
      title: pipelines,
      requires: withPipelines,
      screen: () => import('./absent/AbsentPage.tsx').then(({ PipelinesPage }) => PipelinesPage),
    },
  ],
  extensions: {
    catalogs: [
      { language: 'pl', texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts) },
    ],
    searchCategories: [
      {
        id: 'artifacts',
        label: artifacts,
        path: '/artifactSearchResults',
        order: 20,
        requires: visitors,
        supportsProjects: true,
      },
      // The plugin with the builds page adds the route; without it the category is not offered.
      { id: 'builds', label: builds, path: '/builds', order: 30 },
      // The legacy path from the specification: the plugin with the page redirects it.
      { id: 'releaseBundles', label: bundles, path: '/bundles/source', order: 40, requires: withBundles },
      { id: 'xray', label: xray, path: '/xraySearchResults', order: 50, requires: withXray },
      {
        id: 'archive',
        label: archive,
        path: '/artifactoryRetention/search',
        order: 60,
        requires: withArchive,
      },
      {
        id: 'pipelines',
        label: pipelines,
        path: '/pipelinesSearchResults',
        order: 70,
        requires: withPipelines,
      },
    ],
  },
});
