import {
  type AdminCard,
  type Message,
  message,
  type Requirement,
  type RouteContribution,
} from '@lading/contract';

/** Page for an unavailable screen. Its texts are loaded with it: see `pages.ts`. */
export interface MissingPlace {
  readonly path: string;
  readonly name: string;
  readonly title: Message;
  readonly requires: Requirement;
  /** The card of the advanced menu that lists the page. */
  readonly card?: Message;
}

const admin = { role: 'admin' } as const;
export const configuration = message('admin.menu.configuration', 'Configuration');
export const monitoring = message('admin.menu.monitoring', 'Monitoring');
const services = message('admin.menu.services', 'Services');

/** A service that is not part of this platform. */
export type MissingService = 'admin.pipelinesTeaser' | 'admin.securityAndCompliance' | 'admin.topologyTeaser';

const card = { card: services };

function place(
  path: string,
  name: MissingService,
  title: string,
  more: Partial<MissingPlace> = {},
): MissingPlace {
  return { path, name, title: message(`${name}.title`, title), requires: admin, ...more };
}

export const MISSING_PLACES: readonly MissingPlace[] = [
  place('/admin/security-and-compliance', 'admin.securityAndCompliance', 'Security and compliance', card),
  place('/admin/pipelines-teaser', 'admin.pipelinesTeaser', 'Pipelines', card),
  place('/admin/topology-teaser', 'admin.topologyTeaser', 'Topology', card),
];

const page = () => import('./MissingPage.tsx').then(({ MissingPage }) => MissingPage);

export const missingRoutes: readonly RouteContribution[] = MISSING_PLACES.map(
  ({ path, name, title, requires }) => ({ path, name, title, requires, screen: page }),
);

export const missingCards: readonly AdminCard[] = MISSING_PLACES.flatMap(
  ({ path, name, title: label, requires, card: group }) =>
    group ? [{ id: name, group, label, path, requires }] : [],
);
