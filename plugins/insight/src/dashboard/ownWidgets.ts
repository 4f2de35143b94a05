import type { DashboardWidget, Requirement } from '@lading/contract';
import { messages } from './messages.ts';

const anyone: Requirement = { role: 'anyone' };
const user: Requirement = { role: 'user' };
const admin: Requirement = { role: 'admin' };

/**
 * The console's own widgets. Not contributions, because those are part of every page's start-up
 * data.
 */
export const ownWidgets: readonly DashboardWidget[] = [
  {
    id: 'insight.attention',
    label: messages.attention,
    order: 10,
    requires: admin,
    widget: () => import('../attention/AttentionWidget.tsx').then(({ AttentionWidget }) => AttentionWidget),
  },
  {
    id: 'insight.recent',
    label: messages.recent,
    order: 20,
    requires: anyone,
    widget: () => import('./smallWidgets.ts').then(({ RecentWidget }) => RecentWidget),
  },
  {
    id: 'insight.starred',
    label: messages.starred,
    order: 25,
    requires: user,
    widget: () => import('./smallWidgets.ts').then(({ StarredWidget }) => StarredWidget),
  },
  {
    id: 'insight.searches',
    label: messages.searches,
    order: 27,
    requires: anyone,
    widget: () => import('./smallWidgets.ts').then(({ SearchesWidget }) => SearchesWidget),
  },
  {
    id: 'insight.downloads',
    label: messages.downloads,
    order: 30,
    requires: anyone,
    widget: () => import('../packages/DownloadsWidget.tsx').then(({ DownloadsWidget }) => DownloadsWidget),
  },
  {
    id: 'insight.trend',
    label: messages.trend,
    order: 35,
    requires: anyone,
    widget: () => import('../packages/TrendWidget.tsx').then(({ TrendWidget }) => TrendWidget),
  },
  {
    id: 'insight.vulnerable',
    label: messages.vulnerable,
    order: 40,
    requires: { ...anyone, services: ['xray'] },
    widget: () => import('../vulnerabilities/widgets.ts').then(({ VulnerableWidget }) => VulnerableWidget),
  },
  {
    id: 'insight.newVulnerabilities',
    label: messages.newVulnerabilities,
    order: 42,
    requires: { ...anyone, services: ['xray'] },
    widget: () =>
      import('../vulnerabilities/widgets.ts').then(
        ({ NewVulnerabilitiesWidget }) => NewVulnerabilitiesWidget,
      ),
  },
  {
    id: 'insight.severities',
    label: messages.severities,
    order: 44,
    requires: { ...anyone, services: ['xray'] },
    widget: () => import('../vulnerabilities/widgets.ts').then(({ SeveritiesWidget }) => SeveritiesWidget),
  },
  {
    id: 'insight.storage',
    label: messages.storage,
    order: 50,
    path: '/admin/monitoring/storage',
    requires: admin,
    widget: () => import('../storage/StorageWidget.tsx').then(({ StorageWidget }) => StorageWidget),
  },
];
