import { message } from '@lading/contract';
import { getCall, type MissingText, type Step, sendCall } from './page.ts';
import type { MissingScreen } from './places.ts';

const diagnostics: Step = {
  say: message('admin.missing.diagnostics', 'State of all plugins and startup calls:'),
  link: { label: message('admin.missing.diagnosticsLink', 'Diagnostics'), to: '/diagnostics' },
};

/** What stands in the place of each screen that is still to come. */
export const SCREENS: Readonly<Record<MissingScreen, MissingText>> = {
  'admin.configuration.integrations': {
    about: message(
      'admin.missing.integrations.about',
      'Integrations connect source control, IDEs, and CI servers.',
    ),
    missing: message('admin.missing.integrations.missing', 'Integrations are not available yet.'),
    steps: [
      {
        say: message(
          'admin.missing.integrations.token',
          'A CI server needs no integration to publish and install. Create a user and a token for it.',
        ),
        command: sendCall('POST', '/access/api/v1/tokens', {
          username: 'build-server',
          scope: 'applied-permissions/user',
          expires_in: 2_592_000,
        }),
      },
    ],
  },
  'admin.monitoring.serviceStatus': {
    about: message(
      'admin.missing.status.about',
      'Services of the platform with their nodes, uptime, and state.',
    ),
    missing: message('admin.missing.status.missing', 'This screen is not available yet.'),
    steps: [
      {
        say: message('admin.missing.status.health', 'Check the health of the services:'),
        command: (origin) => `curl '${origin}/router/api/v1/system/health'`,
      },
      {
        say: message('admin.missing.status.services', 'List the available services:'),
        command: getCall('/ui/api/v1/system/microservices'),
      },
      diagnostics,
    ],
  },
  'admin.monitoring.systemLogs': {
    about: message('admin.missing.logs.about', 'Live view of the server log.'),
    missing: message('admin.missing.logs.missing', 'The log viewer is not available yet.'),
    steps: [
      {
        say: message(
          'admin.missing.logs.output',
          'The server writes its log to standard output, one JSON object per line. To save it, start the server like this:',
        ),
        command: () => 'npm start >> lading.log',
      },
      {
        say: message(
          'admin.missing.logs.level',
          'Set the log level with LADING_LOG_LEVEL: fatal, error, warn, info, debug, or trace.',
        ),
      },
    ],
  },
};
