import {
  type Entitlement,
  LICENSE_RANK,
  type LicenseType,
  type Role,
  type ScanningPermission,
  type ServiceName,
} from '@lading/contract';
import type { Say } from '../language/say.ts';

/** What requirements are held against. */
export interface Facts {
  readonly role: Role;
  /** `undefined`: N/A. */
  readonly licence: LicenseType | undefined;
  readonly supported: (feature: string) => boolean;
  readonly available: (service: ServiceName) => boolean;
  /** Whether the license includes it; true where the platform failed to report it, because unknown is not none. */
  readonly entitled: (name: Entitlement) => boolean;
  /** The same for what the user has permission to do with the results of scanning. */
  readonly permits: (name: ScanningPermission) => boolean;
  readonly cloud: boolean;
  /** The selected project's key; `undefined`: all projects. */
  readonly project: string | undefined;
  /** For reasons in the user's language; English without it. */
  readonly say?: Say;
}

/** 0: no licence. */
export function licenceRank({ licence }: Pick<Facts, 'licence'>): number {
  return licence === undefined ? 0 : LICENSE_RANK[licence];
}
