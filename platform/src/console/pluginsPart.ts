import { type BundlePart, jsonPart } from '../operations/support/BundlePart.ts';
import { recentFailures } from './recordEvents.ts';

/** Returns the support bundle part about the console's plugins. */
export function pluginsPart(status: () => Promise<object>): BundlePart {
  return jsonPart('system', [
    {
      path: 'plugins.json',
      about: 'Plugins of the console: entries of the import map, versions, and failures of the last 24 hours',
      read: async () => ({ ...(await status()), failures: await recentFailures() }),
    },
  ]);
}
