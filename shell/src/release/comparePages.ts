import type { BootDocument, BootPlugin } from '@lading/contract/rest';
import type { PageData } from './readPage.ts';

/** Differences between two pages, if only third-party plugins differ. */
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
  // Code of a plugin that is untrusted now can still run in the page.
  const framed = new Map(old.plugins.map(({ specifier, frame }) => [specifier, frame !== undefined]));
  const isOtherwiseTrusted = ({ specifier, frame }: BootPlugin) =>
    framed.has(specifier) && framed.get(specifier) !== (frame !== undefined);
  if (changed.some(isOtherwiseTrusted)) return undefined;
  // The console needs its own plugins in one version, from its start.
  if (changed.some(({ specifier }) => isOwn(specifier)) || removed.some(isOwn)) return undefined;
  // Two packages with one name and version have the same URL, so the old code would be used again.
  const gone = new Set(old.plugins.filter(({ specifier }) => !stay.has(specifier)).map(({ name }) => name));
  if (changed.some(({ name }) => gone.has(name))) return undefined;
  return { used: new Map(changed.map((plugin) => [plugin.specifier, plugin])), removed };
}

/**
 * Whether two pages have the same plugins, as trusted as before. The versions of the console's own
 * ones change with its build, and nodes can have different builds during an upgrade.
 */
export function haveSamePlugins(one: BootDocument, other: BootDocument): boolean {
  const [before, after] = [one, other].map(({ plugins }) =>
    plugins.map(({ specifier, address, frame, fromOperator }) =>
      isOwn(specifier) && !fromOperator ? [specifier] : [specifier, address, frame ?? null],
    ),
  );
  return JSON.stringify(before) === JSON.stringify(after);
}

const isOwn = (specifier: string) => specifier.startsWith('@lading/');

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
