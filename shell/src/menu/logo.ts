import type { LicenseType } from '@lading/contract';
import type { Footer } from '@lading/contract/rest';

/** URL of an uploaded logo. */
const UPLOADED_LOGO = '/ui/api/v1/system/logo';

/** Edition names shown next to the console's logo, by license type. */
const EDITIONS: Partial<Record<LicenseType, string>> = {
  JCR: 'Container Registry',
  CONAN: 'Conan',
  EDGE: 'Edge',
  EDGE_TRIAL: 'Edge',
  OSS: 'Open Source',
};

/** Returns the edition shown next to the console's logo; empty for the default logo. */
export function editionOf(license: LicenseType | undefined): string {
  return (license && EDITIONS[license]) ?? '';
}

/** Returns the URL of a logo that replaces the console's: an uploaded one, or a configured URL. */
export function ownLogo(footer: Pick<Footer, 'userLogo' | 'logoUrl'> | undefined): string | undefined {
  return footer?.userLogo ? UPLOADED_LOGO : footer?.logoUrl || undefined;
}
