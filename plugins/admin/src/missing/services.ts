import { message } from '@lading/contract';
import { PERMISSIONS, repositoriesPath } from '../paths.ts';
import { type MissingText, sendCall } from './page.ts';
import type { MissingService } from './places.ts';

const pdn: MissingText = {
  about: message(
    'admin.missing.pdn.about',
    'A private distribution network brings large files to many places by letting the receivers pass them on to each other.',
  ),
  missing: message(
    'admin.missing.pdn.missing',
    'It is run by the service “tracker”, which is not part of this platform.',
  ),
  service: 'tracker',
  steps: [
    {
      say: message(
        'admin.missing.pdn.remote',
        'A second Lading close to the receivers does part of it: a remote repository there fetches each file once and keeps it.',
      ),
      link: {
        label: message('admin.missing.pdn.newRemote', 'New Remote Repository'),
        to: `${repositoriesPath('remote')}/new`,
      },
    },
  ],
};

/** What stands in the place of each service's screens where the service is not there. */
export const SERVICES: Readonly<Record<MissingService, MissingText>> = {
  'admin.monitoring.pdn': pdn,
  'admin.pdnTeaser': pdn,
  'admin.pipelinesTeaser': {
    about: message(
      'admin.missing.pipelines.about',
      'Pipelines builds, tests and publishes software after each change of its source.',
    ),
    missing: message(
      'admin.missing.pipelines.missing',
      'It is run by the service “pipelines”, which is not part of this platform.',
    ),
    service: 'pipelines',
    steps: [
      {
        say: message(
          'admin.missing.pipelines.any',
          'Any build server can publish here with the usual client of each package type. Give it a token:',
        ),
        command: sendCall('POST', '/access/api/v1/tokens', {
          username: 'build-server',
          scope: 'applied-permissions/user',
          expires_in: 2_592_000,
        }),
      },
      {
        say: message('admin.missing.pipelines.permission', 'Say where it may publish:'),
        link: { label: message('admin.missing.pipelines.permissions', 'Permissions'), to: PERMISSIONS },
      },
    ],
  },
  'admin.securityAndCompliance': {
    about: message(
      'admin.missing.scanning.about',
      'Packages would be scanned for known vulnerabilities and for their licences, and policies would say what may be used.',
    ),
    missing: message(
      'admin.missing.scanning.missing',
      'It is done by the service “xray”, which is turned off here (LADING_SCANNING): nothing is scanned.',
    ),
    service: 'xray',
    steps: [
      {
        say: message(
          'admin.missing.scanning.audit',
          'npm’s own audit is answered here, from the advisories that an administrator has imported and those of the upstream:',
        ),
        command: (origin) => `npm audit --registry ${origin}/artifactory/api/npm/npm/`,
      },
    ],
  },
  'admin.topologyTeaser': {
    about: message(
      'admin.missing.topology.about',
      'A map of several platforms that belong together, and of what goes from one to the other.',
    ),
    missing: message(
      'admin.missing.topology.missing',
      'This platform knows of no other one, and the screen that would show them is not there.',
    ),
    steps: [
      {
        say: message(
          'admin.missing.topology.remote',
          'Where one platform takes packages from another, its remote repositories say so:',
        ),
        link: {
          label: message('admin.missing.topology.remotes', 'Remote repositories'),
          to: repositoriesPath('remote'),
        },
      },
    ],
  },
  releaseBundlesTeaser: {
    about: message(
      'admin.missing.bundles.about',
      'A release bundle is a fixed, signed set of packages that is released and distributed as one thing.',
    ),
    missing: message(
      'admin.missing.bundles.missing',
      'They are made and sent by the service “distribution”, which is not part of this platform.',
    ),
    service: 'distribution',
    steps: [
      {
        say: message(
          'admin.missing.bundles.repository',
          'A repository of its own for each release, to which only the released versions are published, does part of it:',
        ),
        link: { label: message('admin.missing.bundles.packages', 'Packages'), to: '/packages' },
      },
    ],
  },
};
