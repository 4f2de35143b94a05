import type { Console } from '../Console.ts';
import type { Plugin } from '../plugins/Plugin.ts';
import type { ActiveReleases } from '../releases/ActiveReleases.ts';
import { isVersionUntrusted } from '../releases/untrusted.ts';

/**
 * Returns a version that runs in frames: one that pages of this node have shown so, or that the
 * rules name, whichever node made the page. Returns `undefined` for others.
 */
export async function framedPlugin(
  console: Console,
  active: ActiveReleases,
  name: string,
  version: string,
): Promise<Plugin | undefined> {
  const { served } = console;
  if (!served.wasFramed(name, version)) {
    const specifier = await console.packageOf(name, version);
    if (specifier === undefined) return undefined;
    const isFramed = () => isVersionUntrusted(active.untrusted, specifier, version);
    // Another node may have changed the rules a moment ago.
    if (!(await isFramed())) await active.refresh();
    if (!(await isFramed())) return undefined;
    served.addFramed(name, version);
  }
  return console.plugin(name, version);
}
