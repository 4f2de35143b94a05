import { LICENSE_RANK, type LicenseType, type Role, type ServiceName } from '@lading/contract';

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

/** 0: no licence. */
export function licenceRank({ licence }: Pick<Facts, 'licence'>): number {
  return licence === undefined ? 0 : LICENSE_RANK[licence];
}
