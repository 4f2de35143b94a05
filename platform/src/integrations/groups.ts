import type { Integration, IntegrationGroup, IntegrationVendor } from '@lading/contract/rest';
import { type Connection, shown } from './connections.ts';
import { vendors } from './git/vendors.ts';

type Static = Pick<IntegrationVendor, 'id' | 'name' | 'displayName' | 'image'>;

/** Editors and CI systems store no connections: their cards open instructions. */
const others: Readonly<Record<'ide' | 'ci', readonly Static[]>> = {
  ide: [
    { id: 101, name: 'vscode', displayName: 'Visual Studio Code', image: 'edit' },
    { id: 102, name: 'jetbrains', displayName: 'JetBrains IDEs', image: 'edit' },
    { id: 103, name: 'visual_studio', displayName: 'Visual Studio', image: 'edit' },
    { id: 104, name: 'eclipse', displayName: 'Eclipse', image: 'edit' },
  ],
  ci: [
    { id: 201, name: 'github_actions', displayName: 'GitHub Actions', image: 'history' },
    { id: 202, name: 'gitlab_ci', displayName: 'GitLab CI/CD', image: 'history' },
    { id: 203, name: 'jenkins', displayName: 'Jenkins', image: 'history' },
  ],
};

export function otherGroup(type: 'ide' | 'ci'): IntegrationGroup {
  const items = others[type].map((each) => vendorOf(each, []));
  return { type, items, available: true, configured: false };
}

export function gitGroup(
  connections: readonly Connection[],
  unavailable: IntegrationGroup['unavailable'],
): IntegrationGroup {
  const items = [...vendors].map(([id, { name, displayName }]) => {
    const own = connections.filter(({ vendor }) => vendor === id).map(shown);
    return vendorOf({ id, name, displayName, image: 'link' }, own, unavailable === 'service');
  });
  return {
    type: 'git',
    items: unavailable === 'role' ? [] : items,
    available: unavailable === undefined,
    configured: items.some(({ configured }) => configured),
    ...(unavailable === undefined ? {} : { unavailable }),
  };
}

function vendorOf(vendor: Static, integrations: Integration[], withoutService = false): IntegrationVendor {
  const used = integrations.filter(({ products }) => products.includes('xray'));
  const configured = used.length > 0;
  const isGit = vendor.id < 100;
  return {
    ...vendor,
    integrations,
    connected: integrations.length > 0 && !configured,
    configured,
    products: configured ? ['xray'] : [],
    configuredServices: isGit
      ? [
          {
            ...{ serviceName: 'xray', icon: 'shield', connected: configured, disabled: withoutService },
            connections: used.map(({ integration_id, name }) => ({ integration_id, name })),
          },
        ]
      : [],
  };
}
