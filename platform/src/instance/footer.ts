import type { Footer } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import type { Settings } from '../settings/settings.ts';
import { version } from '../settings/version.ts';
import { analyticsSettings } from './analyticsSettings.ts';
import { featuresOf } from './features.ts';
import { currentLicense } from './license.ts';
import { hasLogo } from './logo.ts';
import { readSetting } from './platformSettings.ts';

/**
 * Returns the name and look of the platform. `haConfigured`: several nodes ran in the last 24 hours
 * and were not stopped.
 */
export async function currentFooter(settings: Settings): Promise<Footer> {
  const [{ rows }, named, maintenance, { type, validThrough, expired }, userLogo, analytics] =
    await Promise.all([
      db().execute<{ id: string; haConfigured: boolean }>(sql`
      select id, (select count(*) > 1 from nodes
        where not stopped and heartbeat > now() - interval '1 day') as "haConfigured" from installation`),
      readSetting('footer'),
      readSetting('maintenance'),
      currentLicense(settings),
      hasLogo(),
      analyticsSettings(),
    ]);
  const { id = '', haConfigured = false } = rows[0] ?? {};
  const { serverName = 'Lading', logoUrl = '', systemMessage = '' } = named ?? {};
  const { defaultTheme = 'system', defaultLanguage = '' } = named ?? {};
  const licenseInfo = type === 'N/A' ? undefined : { type, ...(validThrough ? { validThrough } : {}) };
  return {
    serverId: id,
    platformId: id,
    serverName,
    logoUrl,
    defaultTheme,
    defaultLanguage,
    userLogo,
    haConfigured,
    versionID: version,
    buildNumber: version,
    ...(licenseInfo ? { licenseInfo } : {}),
    ...(expired ? { licenseExpired: true } : {}),
    ...(systemMessage ? { systemMessage } : {}),
    ...(maintenance?.enabled ? { maintenance: maintenance.message } : {}),
    ...featuresOf(settings.features, type, analytics.enabled),
  };
}
