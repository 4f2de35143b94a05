import type { BootPlugin } from '@lading/contract/rest';
import type { PageData } from './readPage.ts';

/** What differs between two pages, if only third-party plugins do. */
export interface PluginChanges {
  /** Added, and in another version, by specifier. */
  readonly used: ReadonlyMap<string, BootPlugin>;
  /** Specifiers of those that the new page lacks. */
  readonly removed: readonly string[];
}

/**
 * Returns the changes from one page to another. `undefined`: more than third-party plugins differs,
 * so the page must be loaded again.
 */
export function comparePages(before: PageData, after: PageData): PluginChanges | undefined {
  const [old, next] = [before.boot, after.boot];
  if (old.dev || old.override || next.dev || next.override) return undefined;
  if (old.validated !== next.validated || old.base !== next.base) return undefined;
  const plugins = new Set([...old.plugins, ...next.plugins].map(({ specifier }) => specifier));
  if (restOf(before, plugins) !== restOf(after, plugins)) return undefined;

  // A plugin that is left out because of another one's name can take its place.
  if (hasEqualNames(old.plugins) || hasEqualNames(next.plugins)) return undefined;
  const known = new Map(old.plugins.map((plugin) => [plugin.specifier, JSON.stringify(plugin)]));
  const changed = next.plugins.filter((plugin) => known.get(plugin.specifier) !== JSON.stringify(plugin));
  const stay = new Set(next.plugins.map(({ specifier }) => specifier));
  const removed = old.plugins.map(({ specifier }) => specifier).filter((specifier) => !stay.has(specifier));
  // The console needs its own plugins in one version, from its start.
  const isOwn = (specifier: string) => specifier.startsWith('@lading/');
  if (changed.some(({ specifier }) => isOwn(specifier)) || removed.some(isOwn)) return undefined;
  // Two packages with one name and version have the same URL, so the old code would be used again.
  const gone = new Set(old.plugins.filter(({ specifier }) => !stay.has(specifier)).map(({ name }) => name));
  if (changed.some(({ name }) => gone.has(name))) return undefined;
  return { used: new Map(changed.map((plugin) => [plugin.specifier, plugin])), removed };
}

function hasEqualNames(plugins: readonly BootPlugin[]): boolean {
  return new Set(plugins.map(({ name }) => name)).size < plugins.length;
}

/** The files of the console itself, for comparison. */
function restOf({ boot, map }: PageData, plugins: ReadonlySet<string>): string {
  const imports = Object.entries(map.imports).filter(([name]) => !plugins.has(name));
  const files = `${boot.base}plugins/`;
  const integrity = Object.entries(map.integrity).filter(([file]) => !file.startsWith(files));
  return JSON.stringify([imports.sort(), integrity.sort()]);
}
