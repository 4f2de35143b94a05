import { LICENSE_RANK, type LicenseAnswer, type LicenseType, type NewLicense } from '@lading/contract/rest';
import { HttpError } from '../errors/HttpError.ts';
import type { Settings } from '../settings/settings.ts';
import { clearSetting, readSetting, writeSetting } from './platformSettings.ts';

/** Includes all features, because there is only one edition. */
const defaultLicense: LicenseType = 'ENTERPRISE_PLUS';

export const licenseTypes = Object.keys(LICENSE_RANK) as LicenseType[];

/**
 * Returns the active license: installed by an administrator, else from `LADING_LICENSE`, else the
 * highest.
 */
export async function currentLicense(settings: Settings, now = new Date()): Promise<LicenseAnswer> {
  const installed = await readSetting('licence');
  if (!installed) {
    const from = settings.license === undefined ? 'default' : 'setting';
    return { type: settings.license ?? defaultLicense, validThrough: '', licensedTo: '', from };
  }
  const { type, validThrough, licensedTo } = installed;
  const base = { validThrough, licensedTo, from: 'installed' } as const;
  if (type === 'N/A' || validThrough === '' || new Date(validThrough) >= now) return { ...base, type };
  return { ...base, type: 'N/A', expired: type };
}

/** 0 means no license. */
export function rankOf(type: LicenseType | 'N/A'): number {
  return type === 'N/A' ? 0 : LICENSE_RANK[type];
}

/** Throws `HttpError` 400 for an invalid expiry. */
export async function installLicense(license: NewLicense, by: string): Promise<void> {
  const { type, validThrough = '', licensedTo = '' } = license;
  const end = validThrough === '' ? '' : endOf(validThrough);
  await writeSetting('licence', { type, validThrough: end, licensedTo }, by);
}

export function removeLicense(): Promise<void> {
  return clearSetting('licence');
}

/** A license with a date is valid until the end of that day. */
function endOf(text: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(text);
  const time = Date.parse(day ? `${text}T23:59:59.999Z` : text);
  if (!Number.isNaN(time) && isDay(text.slice(0, 10))) return new Date(time).toISOString();
  throw new HttpError(
    400,
    'BAD_LICENSE',
    `Invalid validThrough "${text}". Expected a date such as 2030-12-31 or an ISO 8601 time.`,
  );
}

/** `Date` reads a day that does not exist, such as February 31, as one of the next month. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
