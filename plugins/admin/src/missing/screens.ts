import { message } from '@lading/contract';
import { type MissingText, sendCall } from './page.ts';
import type { MissingScreen } from './places.ts';

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
};
