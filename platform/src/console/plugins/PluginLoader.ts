import type { BootPlugin } from '@lading/contract/rest';
import { LRUCache } from 'lru-cache';
import type { MappedPlugin } from '../ConsoleState.ts';
import { placeOf } from '../map/parseMap.ts';
import { nameOf } from '../map/pluginName.ts';
import { missingPage } from '../map/requiredPlugins.ts';
import { type Entry, firstLoaded } from './candidates.ts';
import { developmentPlugin } from './developmentPlugin.ts';
import { hasFiles, type Plugin, type Unpacked } from './Plugin.ts';
import { PluginShelf } from './PluginShelf.ts';
import type { PluginSource } from './PluginSource.ts';

/** Packages shipped with the console. */
export interface OwnPackages {
  /**
   * Returns the version under which a package was published. During development, it differs from
   * the map.
   */
  versionOf(packageName: string): string | undefined;
  /** Returns why a package could not be published, as a clause. */
  problemOf(packageName: string): string | undefined;
  /** Returns a package as built, for use if `plugins-local` does not contain it. */
  built(packageName: string): Promise<Unpacked | undefined>;
}

/**
 * Loads the plugins of a map from `plugins-local`, the development server or, as the last resort,
 * the build.
 */
export class PluginLoader {
  readonly #shelf: PluginShelf;
  /** Package of each directory below `/ui/plugins/`: `name/version` → package. */
  readonly #packages = new LRUCache<string, string>({ max: 10_000 });

  constructor(
    source: PluginSource,
    private readonly own: OwnPackages | undefined,
    /** Returns why an administrator revoked a version, `undefined` if it is not revoked. */
    private readonly whyRevoked: (specifier: string, version: string) => string | undefined,
  ) {
    this.#shelf = new PluginShelf(source);
  }

  /** Loads every entry, in the map's order. `others` returns fallback addresses of an entry. */
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
        if (from !== 'default') own.fromOperator = true;
        const wanted = await this.#checked(await this.#mapped(own, earlier), entry);
        const loaded = await firstLoaded(wanted, others(entry), (address) =>
          this.#mapped({ ...boot, address }, undefined),
        );
        return loaded.boot.problem ? this.#fromBuild(loaded) : loaded;
      }),
    );
  }

  /** Returns a version in `plugins-local`, or `undefined` if the package does not exist. */
  find(specifier: string, version: string): Promise<Unpacked | undefined> {
    return this.#shelf.find(specifier, version);
  }

  /**
   * Returns the files of a version in the current or an earlier map, or `undefined` if not found.
   */
  async plugin(name: string, version: string): Promise<Plugin | undefined> {
    const packageName = await this.packageOf(name, version);
    if (packageName === undefined || this.whyRevoked(packageName, version) !== undefined) return undefined;
    const found = await this.#shelf.find(packageName, version);
    if (found && 'plugin' in found) return found.plugin;
    const built = await this.own?.built(packageName);
    return built && 'plugin' in built && built.plugin.manifest.version === version ? built.plugin : undefined;
  }

  /** Returns the package of a plugin NAME and version in the current or an earlier map. */
  async packageOf(name: string, version: string): Promise<string | undefined> {
    return this.#packages.get(`${name}/${version}`) ?? this.#shelf.packageOf(name, version);
  }

  async #mapped(boot: BootPlugin, earlier: string | undefined): Promise<MappedPlugin> {
    const place = placeOf(boot.address);
    const known = { ...boot, version: place?.version ?? '' };
    if (earlier !== undefined) {
      const cause = `${boot.specifier} has the same name as ${earlier}, which comes first in the import map`;
      return { boot: { ...known, problem: { class: 'duplicate-name', cause } } };
    }
    if (!place) return developmentPlugin(known);
    const revoked = this.whyRevoked(boot.specifier, place.version);
    if (revoked !== undefined) {
      const cause = `An administrator revoked ${boot.specifier} ${place.version}: ${revoked}`;
      return { boot: { ...known, problem: { class: 'integrity', cause } } };
    }
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

  /**
   * Fails a plugin of a release set whose package in `plugins-local` is not the one that was
   * signed. The served files do not include the manifest and the signature of the author.
   */
  async #checked(mapped: MappedPlugin, { files, sha256 }: Entry): Promise<MappedPlugin> {
    const { boot, plugin } = mapped;
    if (!files || !plugin) return mapped;
    const { specifier, version } = boot;
    if (hasFiles(plugin, files) && sha256 === (await this.#shelf.stampOf(specifier, version))) return mapped;
    const cause = `The package of ${specifier} ${version} is not the one of the release set`;
    return { boot: { ...boot, problem: { class: 'integrity', cause } } };
  }

  /** Loads a shipped plugin that is missing in `plugins-local` from its build. */
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
