import { type Entitlement, LICENSE_RANK, type LicenseType, type ServiceName } from '../requirement.ts';
import { oneOf } from './schemaKinds.ts';

const licenseTypes = Object.keys(LICENSE_RANK) as LicenseType[];
export const licenseType = oneOf(licenseTypes);
export const licenseTypeOrNone = oneOf<readonly (LicenseType | 'N/A')[]>([...licenseTypes, 'N/A'], {
  description: '`N/A`: no license, or an expired one.',
});

// The compiler requires a record to contain all names.
const services: Record<ServiceName, true> = {
  ...{ mc: true, insight: true, artifactory: true, access: true, metadata: true, distribution: true },
  ...{ pipelines: true, event: true, replicator: true, tracker: true, jfconnect: true, jflink: true },
  ...{ xray: true, runtime: true },
};
export const serviceName = oneOf(Object.keys(services) as ServiceName[]);

const entitlements: Record<Entitlement, true> = {
  ...{ packages: true, webhooks: true, projects: true, git_integrations: true },
  ...{ high_availability: true, release_bundles: true, security_scanning: true },
};
export const entitlement = oneOf(Object.keys(entitlements) as Entitlement[]);
