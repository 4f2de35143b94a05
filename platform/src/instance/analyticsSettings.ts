import type { AnalyticsSettings } from '@lading/contract/rest';
import { readSetting } from './platformSettings.ts';

const defaults: AnalyticsSettings = { enabled: false, days: 90 };

export async function analyticsSettings(): Promise<AnalyticsSettings> {
  return (await readSetting('analytics')) ?? defaults;
}
