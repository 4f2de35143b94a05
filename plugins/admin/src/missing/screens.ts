import { message } from '@lading/contract';
import { repositoriesPath } from '../paths.ts';
import { getCall, type MissingText, type Step, sendCall } from './page.ts';
import type { MissingScreen } from './places.ts';

const recent =
  'query { packages(filter: {}, first: 20, orderBy: { field: MODIFIED, direction: DESC }) { edges { node { name latestVersion modified } } } }';

const diagnostics: Step = {
  say: message(
    'admin.missing.diagnostics',
    'The state of every plug-in, and of the calls that the console makes when it starts:',
  ),
  link: { label: message('admin.missing.diagnosticsLink', 'Diagnostics'), to: '/diagnostics' },
};

/** What stands in the place of each screen that is still to come. */
export const SCREENS: Readonly<Record<MissingScreen, MissingText>> = {
  'admin.configuration.webhooks': {
    about: message(
      'admin.missing.webhooks.about',
      'A webhook tells another server at once when something is deployed, deleted or changed.',
    ),
    missing: message(
      'admin.missing.webhooks.missing',
      'Neither this screen nor the calls that send webhooks are there yet.',
    ),
    steps: [
      {
        say: message(
          'admin.missing.webhooks.poll',
          'Meanwhile another server can ask what was published last:',
        ),
        command: sendCall('POST', '/metadata/api/v1/query', { query: recent }),
      },
    ],
  },
  'admin.configuration.integrations': {
    about: message(
      'admin.missing.integrations.about',
      'Connections to source control, development environments and build servers would be kept here.',
    ),
    missing: message(
      'admin.missing.integrations.missing',
      'Neither this screen nor the platform’s side of such connections is there yet.',
    ),
    steps: [
      {
        say: message(
          'admin.missing.integrations.token',
          'A build server needs no integration to publish and install: give it a user and a token of its own.',
        ),
        command: sendCall('POST', '/access/api/v1/tokens', {
          username: 'build-server',
          scope: 'applied-permissions/user',
          expires_in: 2_592_000,
        }),
      },
    ],
  },
  'admin.proxies.configuration': {
    about: message(
      'admin.missing.proxies.about',
      'Proxies through which this platform reaches other servers would be set here.',
    ),
    missing: message(
      'admin.missing.proxies.missing',
      'The platform reaches other servers directly: it cannot go through a proxy yet.',
    ),
    steps: [
      {
        say: message(
          'admin.missing.proxies.mirror',
          'Where only a mirror can be reached, name it as the address of the remote repository:',
        ),
        link: {
          label: message('admin.missing.proxies.remotes', 'Remote repositories'),
          to: repositoriesPath('remote'),
        },
      },
      {
        say: message(
          'admin.missing.proxies.before',
          'For a proxy that stands before this server, start it with LADING_PUBLIC_URL and LADING_TRUSTED_PROXIES.',
        ),
      },
    ],
  },
  'admin.monitoring.serviceStatus': {
    about: message(
      'admin.missing.status.about',
      'Every service of the platform with its nodes, since when they run and whether they answer would stand here.',
    ),
    missing: message('admin.missing.status.missing', 'This screen is not there yet.'),
    steps: [
      {
        say: message('admin.missing.status.health', 'Ask whether the services answer:'),
        command: (origin) => `curl '${origin}/router/api/v1/system/health'`,
      },
      {
        say: message('admin.missing.status.services', 'Ask which services are there at all:'),
        command: getCall('/ui/api/v1/system/microservices'),
      },
      diagnostics,
    ],
  },
  'admin.monitoring.systemLogs': {
    about: message(
      'admin.missing.logs.about',
      'What the server writes into its log would be read here, as it is written.',
    ),
    missing: message(
      'admin.missing.logs.missing',
      'Neither this screen nor the calls that give it the log are there yet.',
    ),
    steps: [
      {
        say: message(
          'admin.missing.logs.output',
          'The log goes to the standard output of the server, one line of JSON for each event. Keep it where you start the server:',
        ),
        command: () => 'npm start >> lading.log',
      },
      {
        say: message(
          'admin.missing.logs.level',
          'How much is written is set by LADING_LOG_LEVEL: fatal, error, warn, info, debug or trace.',
        ),
      },
    ],
  },
  'admin.supportZone': {
    about: message(
      'admin.missing.support.about',
      'A support bundle puts together what somebody needs who looks for a fault: settings, logs and the state of the server.',
    ),
    missing: message(
      'admin.missing.support.missing',
      'Neither this screen nor the calls that make bundles are there yet.',
    ),
    steps: [
      diagnostics,
      {
        say: message('admin.missing.support.health', 'Besides the log, this says how the services are:'),
        command: (origin) => `curl '${origin}/router/api/v1/system/health'`,
      },
    ],
  },
};
