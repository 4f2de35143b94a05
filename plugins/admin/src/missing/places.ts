import {
  type MenuItemContribution,
  type Message,
  message,
  type Requirement,
  type RouteContribution,
} from '@lading/contract';

/** A page that says what is not there. Its texts are fetched with it: see `pages.ts`. */
export interface MissingPlace {
  readonly path: string;
  readonly name: string;
  readonly title: Message;
  readonly requires: Requirement;
  /** Absent: it stands in no sidebar. */
  readonly item?: Pick<MenuItemContribution, 'icon' | 'order' | 'group'>;
}

const admin = { role: 'admin' } as const;
const configuration = message('admin.menu.configuration', 'Configuration');
const monitoring = message('admin.menu.monitoring', 'Monitoring');
const services = message('admin.menu.services', 'Services');

/** A screen that is still to come. */
export type MissingScreen =
  | 'admin.configuration.general'
  | 'admin.configuration.webhooks'
  | 'admin.configuration.integrations'
  | 'admin.proxies.configuration'
  | 'admin.configuration.security'
  | 'admin.monitoring.serviceStatus'
  | 'admin.monitoring.systemLogs'
  | 'admin.supportZone'
  | 'admin.quickSetup'
  | 'quickSetup';

/** A service that is not part of this platform. */
export type MissingService =
  | 'admin.monitoring.pdn'
  | 'admin.pipelinesTeaser'
  | 'admin.securityAndCompliance'
  | 'admin.topologyTeaser'
  | 'admin.pdnTeaser'
  | 'releaseBundlesTeaser';

function screen(
  path: string,
  name: MissingScreen | MissingService,
  title: string,
  item?: MissingPlace['item'],
  requires: Requirement = admin,
): MissingPlace {
  return { path, name, title: message(`${name}.title`, title), requires, ...(item ? { item } : {}) };
}

const item = (group: Message, icon: string, order: number) => ({ group, icon, order });

export const MISSING_PLACES: readonly MissingPlace[] = [
  screen(
    '/admin/configuration/general',
    'admin.configuration.general',
    'General settings',
    item(configuration, 'settings', 30),
  ),
  screen(
    '/admin/configuration/webhooks',
    'admin.configuration.webhooks',
    'Webhooks',
    item(configuration, 'link', 31),
  ),
  screen(
    '/admin/configuration/integrations',
    'admin.configuration.integrations',
    'Integrations',
    item(configuration, 'plug', 32),
  ),
  screen(
    '/admin/proxies/configuration',
    'admin.proxies.configuration',
    'Proxies',
    item(configuration, 'open', 33),
  ),
  screen(
    '/admin/configuration/security',
    'admin.configuration.security',
    'Security settings',
    item(configuration, 'lock', 34),
  ),
  screen(
    '/admin/monitoring/service-status',
    'admin.monitoring.serviceStatus',
    'Service status',
    item(monitoring, 'checkCircle', 40),
  ),
  screen(
    '/admin/monitoring/system_logs',
    'admin.monitoring.systemLogs',
    'System logs',
    item(monitoring, 'document', 41),
  ),
  screen(
    '/admin/monitoring/pdn',
    'admin.monitoring.pdn',
    'Private distribution network',
    item(monitoring, 'download', 42),
  ),
  screen('/admin/support-zone', 'admin.supportZone', 'Support zone', item(monitoring, 'help', 43)),
  screen(
    '/admin/security-and-compliance',
    'admin.securityAndCompliance',
    'Security and compliance',
    item(services, 'shield', 50),
  ),
  screen('/admin/pipelines-teaser', 'admin.pipelinesTeaser', 'Pipelines', item(services, 'history', 51)),
  screen('/admin/topology-teaser', 'admin.topologyTeaser', 'Topology', item(services, 'apps', 52)),
  screen(
    '/admin/pdn-teaser',
    'admin.pdnTeaser',
    'Private distribution network',
    item(services, 'download', 53),
  ),
  screen('/release-bundles-teaser', 'releaseBundlesTeaser', 'Release bundles', undefined, {}),
  screen('/admin/quick-setup', 'admin.quickSetup', 'Getting Started'),
  screen('/quick-setup', 'quickSetup', 'Quick setup', undefined, { role: 'admin', licence: true }),
];

const page = () => import('./MissingPage.tsx').then(({ MissingPage }) => MissingPage);

export const missingRoutes: readonly RouteContribution[] = MISSING_PLACES.map(
  ({ path, name, title, requires }) => ({ path, name, title, requires, screen: page }),
);

export const missingMenu: readonly MenuItemContribution[] = MISSING_PLACES.flatMap(
  ({ path, title: label, requires, item: stands }) =>
    stands ? [{ sidebar: 'administration' as const, path, label, requires, ...stands }] : [],
);
