import type { DashboardWidget, Requirement } from '@lading/contract';
import { AttentionWidget } from '../attention/AttentionWidget.tsx';
import { DownloadsWidget } from '../packages/DownloadsWidget.tsx';
import { RecentWidget } from '../packages/RecentWidget.tsx';
import { StarredWidget } from '../packages/StarredWidget.tsx';
import { TrendWidget } from '../packages/TrendWidget.tsx';
import { SearchesWidget } from '../searches/SearchesWidget.tsx';
import { StorageWidget } from '../storage/StorageWidget.tsx';
import { NewVulnerabilitiesWidget } from '../vulnerabilities/NewVulnerabilitiesWidget.tsx';
import { SeveritiesWidget } from '../vulnerabilities/SeveritiesWidget.tsx';
import { VulnerableWidget } from '../vulnerabilities/VulnerableWidget.tsx';
import { messages } from './messages.ts';

const anyone: Requirement = { role: 'anyone' };
const user: Requirement = { role: 'user' };
const admin: Requirement = { role: 'admin' };

/**
 * The console's own widgets. Not contributions, because those are part of every page's start-up
 * data. In the file of the page: a file each would be requested only after the page.
 */
export const ownWidgets: readonly DashboardWidget[] = [
  {
    id: 'insight.attention',
    label: messages.attention,
    order: 10,
    requires: admin,
    widget: async () => AttentionWidget,
  },
  {
    id: 'insight.recent',
    label: messages.recent,
    order: 20,
    requires: anyone,
    widget: async () => RecentWidget,
  },
  {
    id: 'insight.starred',
    label: messages.starred,
    order: 25,
    requires: user,
    widget: async () => StarredWidget,
  },
  {
    id: 'insight.searches',
    label: messages.searches,
    order: 27,
    requires: anyone,
    widget: async () => SearchesWidget,
  },
  {
    id: 'insight.downloads',
    label: messages.downloads,
    order: 30,
    requires: anyone,
    widget: async () => DownloadsWidget,
  },
  {
    id: 'insight.trend',
    label: messages.trend,
    order: 35,
    requires: anyone,
    widget: async () => TrendWidget,
  },
  {
    id: 'insight.vulnerable',
    label: messages.vulnerable,
    order: 40,
    requires: { ...anyone, services: ['xray'] },
    widget: async () => VulnerableWidget,
  },
  {
    id: 'insight.newVulnerabilities',
    label: messages.newVulnerabilities,
    order: 42,
    requires: { ...anyone, services: ['xray'] },
    widget: async () => NewVulnerabilitiesWidget,
  },
  {
    id: 'insight.severities',
    label: messages.severities,
    order: 44,
    requires: { ...anyone, services: ['xray'] },
    widget: async () => SeveritiesWidget,
  },
  {
    id: 'insight.storage',
    label: messages.storage,
    order: 50,
    path: '/admin/monitoring/storage',
    requires: admin,
    widget: async () => StorageWidget,
  },
];

/** For those who do not administer the whole instance: no page of them shows the storage. */
export const projectStorage: DashboardWidget = {
  id: 'insight.storage',
  label: messages.storage,
  order: 50,
  requires: { role: 'projectAdmin', project: 'one' },
  widget: async () => StorageWidget,
};
