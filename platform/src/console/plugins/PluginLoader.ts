import type { BootPlugin } from '@lading/contract/rest';
import { LRUCache } from 'lru-cache';
import type { MappedPlugin } from '../ConsoleState.ts';
import { placeOf } from '../map/parseMap.ts';
import { nameOf } from '../map/pluginName.ts';
import { missingPage } from '../map/requiredPlugins.ts';
import { type Entry, firstLoaded } from './candidates.ts';
import { developmentPlugin } from './developmentPlugin.ts';
import type { Plugin, Unpacked } from './Plugin.ts';
import { PluginShelf } from './PluginShelf.ts';
import type { PluginSource } from './PluginSource.ts';

/** The packages that come with the console. */
export interface OwnPackages {
  /** The version under which a package was published; while it is developed not that of the map. */
  versionOf(packageName: string): string | undefined;
  /** Why a package could not be published, as a clause. */
  problemOf(packageName: string): string | undefined;
  /** A package as it was built, for when `plugins-local` does not have it. */
  built(packageName: string): Promise<Unpacked | undefined>;
}

/** Loads the plugins of a map from `plugins-local`, the development server and, as the last resort, the build. */
export class PluginLoader {
  readonly #shelf: PluginShelf;
  /** Which package a folder below `/ui/plugins/` belongs to: `name/version` → package. */
  readonly #packages = new LRUCache<string, string>({ max: 10_000 });

  constructor(
    source: PluginSource,
    private readonly own: OwnPackages | undefined,
  ) {
    this.#shelf = new PluginShelf(source);
  }

  /** Every entry in the map's order. `others`: the addresses to try when an entry's own cannot be loaded. */
  load(entries: readonly Entry[], others: (entry: Entry) => readonly string[]): Promise<MappedPlugin[]> {
    const first = new Map<string, string>();
    return Promise.all(
      entries.map(async (entry) => {
        const { specifier, from } = entry;
        const name = nameOf(specifier) ?? specifier;
        const earlier = first.get(name);
        first.set(name, earlier ?? specifier);
        const boot = { name, specifier, version: '', hash: '' };
        const own: BootPlugin = { ...boot, address: entry.address };
        if (from === 'operator') own.fromOperator = true;
        const loaded = await firstLoaded(await this.#mapped(own, earlier), others(entry), (address) =>
          this.#mapped({ ...boot, address }, undefined),
        );
        return loaded.boot.problem ? this.#fromBuild(loaded) : loaded;
      }),
    );
  }

  /** Files of a version that is or was in the map; `undefined` when there are none. */
  async plugin(name: string, version: string): Promise<Plugin | undefined> {
    const packageName = this.#packages.get(`${name}/${version}`);
    const found = await (packageName
      ? this.#shelf.find(packageName, version)
      : this.#shelf.named(name, version));
    if (found && 'plugin' in found) return found.plugin;
    const built = packageName && (await this.own?.built(packageName));
    return built && 'plugin' in built && built.plugin.manifest.version === version ? built.plugin : undefined;
  }

  async #mapped(boot: BootPlugin, earlier: string | undefined): Promise<MappedPlugin> {
    const place = placeOf(boot.address);
    const known = { ...boot, version: place?.version ?? '' };
    if (earlier !== undefined) {
      const cause = `${boot.specifier} has the same name as ${earlier}, which comes first in the import map`;
      return { boot: { ...known, problem: { class: 'duplicate-name', cause } } };
    }
    if (!place) return developmentPlugin(known);
    const found = await this.#shelf.find(boot.specifier, place.version);
    if (!found) {
      const why = this.own?.problemOf(boot.specifier);
      const cause = `plugins-local does not contain ${boot.specifier} ${place.version}${why ? `: ${why}` : ''}`;
      return { boot: { ...known, problem: { class: 'http', cause } } };
    }
    if ('problem' in found) return { boot: { ...known, problem: found.problem } };
    const missing = missingPage(boot.specifier, found.plugin.manifest);
    if (missing) {
      const cause = `${boot.specifier} ${place.version} cannot replace the shipped version: ${missing}`;
      return { boot: { ...known, problem: { class: 'not-a-plugin', cause } } };
    }
    this.#packages.set(`${place.name}/${place.version}`, boot.specifier);
    return { boot: { ...known, hash: found.plugin.hash }, plugin: found.plugin };
  }

  /** A shipped plugin that `plugins-local` has lost, from where it was built. */
  async #fromBuild(failed: MappedPlugin): Promise<MappedPlugin> {
    const { problem, ...boot } = failed.boot;
    const built = await this.own?.built(boot.specifier);
    if (!built || !('plugin' in built) || !problem || problem.class === 'duplicate-name') return failed;
    const { plugin } = built;
    const { version, entry } = plugin.manifest;
    const address = `/ui/plugins/${boot.name}/${version}/${entry}`;
    this.#packages.set(`${boot.name}/${version}`, boot.specifier);
    const replaces = { address: boot.address, ...problem };
    return { boot: { ...boot, address, version, hash: plugin.hash, replaces }, plugin };
  }
}
