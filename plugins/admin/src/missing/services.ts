import { message } from '@lading/contract';
import { PERMISSIONS, repositoriesPath } from '../paths.ts';
import { type MissingText, sendCall } from './page.ts';
import type { MissingService } from './places.ts';

/** Replacements for the screens of each service when the service is unavailable. */
export const SERVICES: Readonly<Record<MissingService, MissingText>> = {
  'admin.pipelinesTeaser': {
    about: message(
      'admin.missing.pipelines.about',
      'Pipelines builds, tests, and publishes software after each change of its source.',
    ),
    missing: message(
      'admin.missing.pipelines.missing',
      'It requires the service “pipelines”, which is not part of this platform.',
    ),
    service: 'pipelines',
    steps: [
      {
        say: message(
          'admin.missing.pipelines.any',
          'Any CI server can publish here with the client of the package type. Create a token for it:',
        ),
        command: sendCall('POST', '/access/api/v1/tokens', {
          username: 'build-server',
          scope: 'applied-permissions/user',
          expires_in: 2_592_000,
        }),
      },
      {
        say: message('admin.missing.pipelines.permission', 'Grant it permission to publish:'),
        link: { label: message('admin.missing.pipelines.permissions', 'Permissions'), to: PERMISSIONS },
      },
    ],
  },
  'admin.securityAndCompliance': {
    about: message(
      'admin.missing.scanning.about',
      'Scanning finds known vulnerabilities and license violations in packages.',
    ),
    missing: message(
      'admin.missing.scanning.missing',
      'It requires the service “xray”, which is turned off here (LADING_SCANNING).',
    ),
    service: 'xray',
    steps: [
      {
        say: message(
          'admin.missing.scanning.audit',
          'npm audit works here, with imported advisories and those of the upstream:',
        ),
        command: (origin) => `npm audit --registry ${origin}/artifactory/api/npm/npm/`,
      },
    ],
  },
  'admin.topologyTeaser': {
    about: message('admin.missing.topology.about', 'A map of connected platforms and their replication.'),
    missing: message(
      'admin.missing.topology.missing',
      'This platform has no connections to others, and the screen is not available yet.',
    ),
    steps: [
      {
        say: message(
          'admin.missing.topology.remote',
          'If a platform gets packages from another one, its remote repositories show it:',
        ),
        link: {
          label: message('admin.missing.topology.remotes', 'Remote repositories'),
          to: repositoriesPath('remote'),
        },
      },
    ],
  },
};
