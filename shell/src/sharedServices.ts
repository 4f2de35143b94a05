import { ANALYTICS } from './analytics/watchAnalytics.ts';
import type { SharedServices } from './plugins/shellApi.ts';
import type { Shell } from './Shell.ts';

/** Returns the services that the API of every plugin shares. */
export function sharedServices(shell: Shell): SharedServices {
  const { platform } = shell;
  const { failures } = shell.platformData;
  return {
    user: shell.user,
    session: shell.session,
    license: shell.platform,
    features: shell.platform,
    services: {
      available: (service) => shell.platform.available(service),
      version: (service) => shell.platform.version(service),
      get known() {
        return platform.answerOf('microservices') !== undefined || failures.has('microservices');
      },
      reload: () => shell.initialData.retry(),
    },
    connection: shell.connection,
    project: shell.project,
    searches: shell.searches,
    language: shell.language,
    navigation: shell.navigation,
    menus: { sidebar: (name) => shell.menus.entries(name) },
    notifications: shell.notifications,
    http: shell.http,
    periodic: shell.periodic,
    allows: shell.allows,
    title: shell.title,
    modals: shell.modals,
    analytics: {
      track: (event, data) => {
        if (platform.supported(ANALYTICS)) shell.events.push([event, data]);
      },
    },
  };
}
