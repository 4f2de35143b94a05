import type { PluginAlerts, PluginHealth } from '@lading/contract/rest';
import { readSetting } from '../../instance/platformSettings.ts';
import type { Platform } from '../../platform/Platform.ts';
import { noticeOfPlugin } from './noticeOfPlugin.ts';
import { readHealth } from './readHealth.ts';

/** Minimum loads in 24 hours for a meaningful share. */
const leastLoads = 5;
/** As on the dashboard. */
const defaults: PluginAlerts = { failedPercent: 20 };

export const alertsJob = 'notify-of-failing-plugins';

export async function pluginAlerts(): Promise<PluginAlerts> {
  return (await readSetting('pluginAlerts')) ?? defaults;
}

/** Defines the job that notifies administrators of versions that fail in browsers. */
export function defineAlertsJob({ jobs }: Platform): void {
  jobs.define({
    name: alertsJob,
    description: 'Notifies administrators of plugins that fail in browsers',
    cluster: 'one',
    settle: 1_000,
    run: notifyOfFailing,
  });
}

/** Notifies administrators of versions whose loads failed too often in the last 24 hours. */
export async function notifyOfFailing(): Promise<void> {
  const { failedPercent } = await pluginAlerts();
  if (failedPercent === 0) return;
  for (const health of await readHealth(1)) {
    const share = failedShare(health);
    if (health.loads < leastLoads || share < failedPercent) continue;
    const { plugin, version, loads } = health;
    await noticeOfPlugin({ plugin, item: { problem: 'failing', version, share, loads } });
  }
}

/** In percent, rounded down. */
function failedShare({ loads, failedLoads }: PluginHealth): number {
  return loads === 0 ? 0 : Math.floor((100 * failedLoads) / loads);
}
