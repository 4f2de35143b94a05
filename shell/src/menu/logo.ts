import type { LicenseType } from '@lading/contract';
import type { Footer } from '@lading/contract/rest';

/** Where an uploaded logo is. */
const UPLOADED_LOGO = '/ui/api/v1/system/logo';

/** What stands beside the console's own mark, by licence type. */
const EDITIONS: Partial<Record<LicenseType, string>> = {
  JCR: 'Container Registry',
  CONAN: 'Conan',
  EDGE: 'Edge',
  EDGE_TRIAL: 'Edge',
  OSS: 'Open Source',
};

/** Which edition the console's own logo names; empty for the default logo. */
export function editionOf(licence: LicenseType | undefined): string {
  return (licence && EDITIONS[licence]) ?? '';
}

/** The logo that takes the place of the console's own: the one that was uploaded, or one at an address. */
export function ownLogo(footer: Pick<Footer, 'userLogo' | 'logoUrl'> | undefined): string | undefined {
  return footer?.userLogo ? UPLOADED_LOGO : footer?.logoUrl || undefined;
}
