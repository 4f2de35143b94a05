import { LICENSE_RANK, type LicenseAnswer, type LicenseType, type NewLicense } from '@lading/contract/rest';
import { HttpError } from '../errors/HttpError.ts';
import type { Settings } from '../settings/settings.ts';
import { clearSetting, readSetting, writeSetting } from './platformSettings.ts';

/** Has everything in it: there is one edition. */
const defaultLicence: LicenseType = 'ENTERPRISE_PLUS';

export const licenceTypes = Object.keys(LICENSE_RANK) as LicenseType[];

/** The licence in force: one that an administrator installed, else what `LADING_LICENSE` says, else the highest there is. */
export async function currentLicence(settings: Settings, now = new Date()): Promise<LicenseAnswer> {
  const installed = await readSetting('licence');
  if (!installed) {
    const from = settings.licence === undefined ? 'default' : 'setting';
    return { type: settings.licence ?? defaultLicence, validThrough: '', licensedTo: '', from };
  }
  const { type, validThrough, licensedTo } = installed;
  const base = { validThrough, licensedTo, from: 'installed' } as const;
  if (type === 'N/A' || validThrough === '' || new Date(validThrough) >= now) return { ...base, type };
  return { ...base, type: 'N/A', expired: type };
}

/** 0: none. */
export function rankOf(type: LicenseType | 'N/A'): number {
  return type === 'N/A' ? 0 : LICENSE_RANK[type];
}

/** Throws `HttpError` 400 for an end that is no time. */
export async function installLicence(licence: NewLicense, by: string): Promise<void> {
  const { type, validThrough = '', licensedTo = '' } = licence;
  const end = validThrough === '' ? '' : endOf(validThrough);
  await writeSetting('licence', { type, validThrough: end, licensedTo }, by);
}

export function removeLicence(): Promise<void> {
  return clearSetting('licence');
}

/** A day's licence holds to the end of that day. */
function endOf(text: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(text);
  const time = Date.parse(day ? `${text}T23:59:59.999Z` : text);
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw new HttpError(
    400,
    'BAD_LICENSE',
    `Invalid validThrough "${text}". Expected a date such as 2030-12-31 or an ISO 8601 time.`,
  );
}
