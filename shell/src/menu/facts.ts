import {
  type Entitlement,
  LICENSE_RANK,
  type LicenseType,
  type Role,
  type ScanningPermission,
  type ServiceName,
} from '@lading/contract';
import type { Say } from '../language/say.ts';

/** Values that requirements are checked against. */
export interface Facts {
  readonly role: Role;
  /** `undefined`: N/A. */
  readonly license: LicenseType | undefined;
  readonly supported: (feature: string) => boolean;
  readonly available: (service: ServiceName) => boolean;
  /**
   * Whether the license includes it. True if the platform failed to report it: unknown does not
   * mean excluded.
   */
  readonly entitled: (name: Entitlement) => boolean;
  /**
   * Whether the user has the permission for scan results. True if the platform failed to report it.
   */
  readonly permits: (name: ScanningPermission) => boolean;
  readonly cloud: boolean;
  /** Key of the selected project, or `undefined` for all projects. */
  readonly project: string | undefined;
  /** Start page that the user has chosen. */
  readonly startPage?: string | undefined;
  /** Translates reasons. English if absent. */
  readonly say?: Say;
}

/** Returns the rank of the license; 0 means no license. */
export function licenseRank({ license }: Pick<Facts, 'license'>): number {
  return license === undefined ? 0 : LICENSE_RANK[license];
}
