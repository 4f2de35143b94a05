import {
  LICENSE_RANK,
  type LicenseType,
  type Requirement,
  type Role,
  type ServiceName,
} from '@lading/contract';

/** What requirements are held against. */
export interface Facts {
  readonly role: Role;
  /** `undefined`: N/A. */
  readonly licence: LicenseType | undefined;
  readonly supported: (feature: string) => boolean;
  readonly available: (service: ServiceName) => boolean;
  readonly cloud: boolean;
  /** The selected project's key; `undefined`: all projects. */
  readonly project: string | undefined;
}

const RANK: Readonly<Record<Role, number>> = { anyone: 0, user: 1, projectAdmin: 2, admin: 3 };

/** Whether all that is required holds. Without a requirement a signed-in user is required. */
export function holds(requires: Requirement | undefined, facts: Facts): boolean {
  const { licence, features = [], withoutFeatures = [], services = [], cloud, project } = requires ?? {};
  if (requires?.hidden) return false;
  if (RANK[facts.role] < RANK[requires?.role ?? 'user']) return false;
  if (licence === true && licenceRank(facts) === 0) return false;
  if (Array.isArray(licence) && !licence.includes(facts.licence)) return false;
  if (!features.every(facts.supported) || withoutFeatures.some(facts.supported)) return false;
  if (!services.every(facts.available)) return false;
  if (cloud !== undefined && cloud !== facts.cloud) return false;
  return project === undefined || (project === 'one') === (facts.project !== undefined);
}

/** 0: no licence. */
export function licenceRank({ licence }: Pick<Facts, 'licence'>): number {
  return licence === undefined ? 0 : LICENSE_RANK[licence];
}
