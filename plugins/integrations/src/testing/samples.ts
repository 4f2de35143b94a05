import type { Integration, IntegrationGroup, IntegrationVendor } from '@lading/contract/rest';
import type { FakeShell } from '@lading/contract/testing';

export const CALL = '/ui/api/v1/integration';

export const tea: Integration = {
  ...{ integration_id: 'tea', integrationKey: 'tea', name: 'Tea', integrationName: 'Tea' },
  ...{ userName: 'octocat', url: 'https://github.com', vendorName: 1, integrationType: 1 },
  ...{ allowPrivate: false, products: [], updatedOn: '2026-01-02T03:04:05.000Z' },
};
export const scanned: Integration = { ...tea, products: ['xray'] };

function vendor(
  id: number,
  name: string,
  displayName: string,
  integrations: Integration[] = [],
): IntegrationVendor {
  const configured = integrations.some(({ products }) => products.length > 0);
  return {
    ...{ id, name, displayName, image: 'link', integrations },
    ...{
      connected: integrations.length > 0 && !configured,
      configured,
      products: configured ? ['xray'] : [],
    },
    configuredServices: [],
  };
}

export function gitGroup(more: Partial<IntegrationGroup> = {}): IntegrationGroup {
  return {
    type: 'git',
    items: [
      vendor(1, 'github', 'GitHub', [tea]),
      vendor(2, 'gitlab', 'GitLab', [{ ...scanned, vendorName: 2 }]),
      vendor(3, 'bitbucket_cloud', 'Bitbucket Cloud'),
      vendor(4, 'bitbucket_server', 'Bitbucket Server'),
    ],
    ...{ available: true, configured: true },
    ...more,
  };
}

/** Responds to the requests of all groups. */
export function withGroups({ http }: FakeShell, git: IntegrationGroup = gitGroup()): void {
  const other = { available: true, configured: false };
  http.on('GET /ui/api/v1/integrations/git', git);
  http.on('GET /ui/api/v1/integrations/ide', {
    ...{ type: 'ide', items: [vendor(101, 'vscode', 'Visual Studio Code')], ...other },
  });
  http.on('GET /ui/api/v1/integrations/ci', {
    ...{ type: 'ci', items: [vendor(201, 'github_actions', 'GitHub Actions')], ...other },
  });
}
