import type { PluginRecord } from '../plugins/PluginRecord.ts';
import type { Shell } from '../Shell.ts';

/** Returns the path of a page of the plugin, below `/ui`; `undefined` for all others. */
export function ownPage(
  { routes }: Pick<Shell, 'routes'>,
  { name }: Pick<PluginRecord, 'name'>,
  to: string,
): string | undefined {
  if (!/^\/(?!\/)/.test(to) || !URL.canParse(to, location.origin)) return undefined;
  const { pathname, search, hash, origin } = new URL(to, location.origin);
  const isOwn = origin === location.origin && routes.find(pathname)?.plugin === name;
  return isOwn ? pathname + search + hash : undefined;
}
