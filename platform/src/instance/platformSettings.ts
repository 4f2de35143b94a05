import type {
  AnalyticsSettings,
  Footer,
  LicenseType,
  Maintenance,
  PluginAlerts,
  PluginDevelopment,
  PluginPolicy,
  ScanPolicy,
  TrashSettings,
  WebServer,
} from '@lading/contract/rest';
import { eq, sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { platformSettingsTable as table } from './tables.ts';

type LaterFields = 'backendHost' | 'backendPort' | 'reverseProxyRepositories';

/** Settings of the whole platform that administrators can change, by name. */
export interface PlatformSettings {
  analytics: AnalyticsSettings;
  baseUrl: { url: string };
  footer: Partial<
    Pick<Footer, 'serverName' | 'logoUrl' | 'systemMessage' | 'defaultTheme' | 'defaultLanguage'>
  >;
  /** Stored under this name. */
  licence: { type: LicenseType | 'N/A'; validThrough: string; licensedTo: string };
  maintenance: Maintenance;
  pluginAlerts: PluginAlerts;
  pluginDevelopment: PluginDevelopment;
  pluginPolicy: PluginPolicy;
  scanPolicy: ScanPolicy;
  trash: TrashSettings;
  webServer: Omit<WebServer, LaterFields> & Partial<WebServer>;
}

export async function readSetting<Name extends keyof PlatformSettings>(
  name: Name,
): Promise<PlatformSettings[Name] | undefined> {
  const [row] = await db().select({ value: table.value }).from(table).where(eq(table.name, name));
  return row?.value as PlatformSettings[Name] | undefined;
}

/**
 * Reads the setting for a change in the current transaction. Other changes of it wait until it
 * ends, also if it has never been set.
 */
export async function lockSetting<Name extends keyof PlatformSettings>(
  name: Name,
): Promise<PlatformSettings[Name] | undefined> {
  await db().execute(sql`select pg_advisory_xact_lock(hashtextextended(${`platform-settings:${name}`}, 0))`);
  return readSetting(name);
}

export async function writeSetting<Name extends keyof PlatformSettings>(
  name: Name,
  value: PlatformSettings[Name],
  changedBy: string,
): Promise<void> {
  const set = { value, changedBy, changed: new Date() };
  await db()
    .insert(table)
    .values({ name, ...set })
    .onConflictDoUpdate({ target: table.name, set });
}

/** Restores the default. */
export async function clearSetting(name: keyof PlatformSettings): Promise<void> {
  await db().delete(table).where(eq(table.name, name));
}
