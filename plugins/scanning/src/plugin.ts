import { definePlugin, message, type Requirement } from '@lading/contract';
import { ADVISORIES, POLICY, VIOLATIONS } from './paths.ts';

const scanned: Requirement = { services: ['xray'], entitlements: ['security_scanning'] };
const reader: Requirement = { ...scanned, scanning: ['readIssues'] };
const admin: Requirement = { ...scanned, role: 'admin' };
const policies: Requirement = { ...admin, scanning: ['managePolicies'] };

const group = message('scanning.group', 'Security');
const advisories = message('scanning.advisories.title', 'Advisories');
const policy = message('scanning.policy.title', 'Policy');
const violations = message('scanning.violations.title', 'Violations');

export default definePlugin({
  name: 'scanning',
  version: '0.1.0',
  contract: '1.x',
  routes: [
    {
      path: ADVISORIES,
      name: 'admin.security.advisories',
      title: advisories,
      requires: admin,
      screen: () => import('./advisories/AdvisoriesPage.tsx').then(({ AdvisoriesPage }) => AdvisoriesPage),
    },
    {
      path: POLICY,
      name: 'admin.security_policies',
      title: policy,
      requires: policies,
      screen: () => import('./policy/PolicyPage.tsx').then(({ PolicyPage }) => PolicyPage),
    },
    {
      path: VIOLATIONS,
      name: 'violations',
      title: violations,
      requires: reader,
      screen: () => import('./violations/ViolationsPage.tsx').then(({ ViolationsPage }) => ViolationsPage),
    },
  ],
  menuItems: [
    {
      sidebar: 'application',
      path: VIOLATIONS,
      label: violations,
      icon: 'shield',
      order: 60,
      requires: reader,
    },
    {
      sidebar: 'administration',
      path: POLICY,
      label: policy,
      icon: 'shield',
      order: 22,
      group,
      requires: policies,
    },
    {
      sidebar: 'administration',
      path: ADVISORIES,
      label: advisories,
      icon: 'alert',
      order: 23,
      group,
      requires: admin,
    },
  ],
  extensions: {
    catalogs: [
      { language: 'pl', texts: () => import('./catalogs/pl.json').then(({ default: texts }) => texts) },
    ],
    packageTabs: [
      {
        id: 'vulnerabilities',
        label: message('scanning.issues.tab', 'Vulnerabilities'),
        order: 50,
        requires: { role: 'anyone', services: ['xray'] },
        tab: () => import('./issues/IssuesTab.tsx').then(({ IssuesTab }) => IssuesTab),
      },
    ],
  },
});
