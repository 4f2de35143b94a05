import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BootPlugin, ContributionsDocument, ImportMapStatus } from '@lading/contract/rest';
import { LRUCache } from 'lru-cache';
import { type BootExtras, type ConsoleState, consoleState, type MappedPlugin } from './ConsoleState.ts';
import { ConsoleBuildFile } from './consoleBuild.ts';
import { MapFile } from './map/MapFile.ts';
import { nameOf, placeOf } from './map/parseMap.ts';
import { developmentPlugin } from './plugins/developmentPlugin.ts';
import type { Plugin } from './plugins/Plugin.ts';
import { PluginShelf } from './plugins/PluginShelf.ts';
import type { PluginSource } from './plugins/PluginSource.ts';

export interface ConsoleOptions extends BootExtras {
  /** Folder of the console's build, with a slash at its end. */
  build: URL;
  /** The map that comes with the console. */
  shippedMap: URL;
  /** The data folder: `importmap.json` in it is the operator's. */
  home: string;
  source: PluginSource;
  /** The version under which the console's own plug-ins were published; while it is developed not that of the map. */
  ownVersion?: (packageName: string) => string | undefined;
  /** Why one of them could not be published. */
  ownProblem?: (packageName: string) => string | undefined;
}

/** How long what a plug-in lacked is believed before the source is asked again, in milliseconds. */
const PROBLEM_MS = 1_000;
/** Pages that are open may ask for the contributions of this many earlier revisions. */
const REVISIONS = 50;

/** The console as it is served: the build, the map, and the plug-ins that the map names. */
export class Console {
  readonly #build: ConsoleBuildFile;
  readonly #shipped: MapFile;
  readonly #operator: MapFile;
  readonly #shelf: PluginShelf;
  readonly #states = new LRUCache<string, ConsoleState>({ max: REVISIONS });
  /** Which package a folder below `/ui/plugins/` belongs to: `name/version` → package. */
  readonly #packages = new LRUCache<string, string>({ max: 10_000 });
  #looking: Promise<ConsoleState | undefined> | undefined;
  #current: { stamp: string; state: ConsoleState; until: number } | undefined;

  constructor(private readonly options: ConsoleOptions) {
    const rules = options.dev ? { devOrigin: options.dev.origin } : {};
    this.#build = new ConsoleBuildFile(new URL('shared.json', options.build));
    this.#shipped = new MapFile(fileURLToPath(options.shippedMap), rules);
    this.#operator = new MapFile(join(options.home, 'importmap.json'), rules);
    this.#shelf = new PluginShelf(options.source);
  }

  /** What a page that is asked for now is made of; `undefined` while the console is not built. */
  state(): Promise<ConsoleState | undefined> {
    // Pages that are asked for at one moment wait for one look at the map.
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #look(): Promise<ConsoleState | undefined> {
    const [build] = await Promise.all([
      this.#build.read(),
      this.#shipped.refresh(),
      this.#operator.refresh(),
    ]);
    if (!build) return undefined;
    const entries = this.#entries().filter((entry) => entry.address !== null);
    const stamp = JSON.stringify([this.#build.stamp, entries]);
    if (this.#current?.stamp === stamp && Date.now() < this.#current.until) return this.#current.state;
    const plugins = await this.#plugins(entries.map((entry) => [entry.specifier, entry.address as string]));
    const state = consoleState(build, plugins, this.options);
    this.#current = { stamp, state, until: Date.now() + heldFor(plugins) };
    this.#states.set(state.revision, state);
    return state;
  }

  /** `undefined` for a revision that is not known. */
  async contributions(
    revision: string,
    only?: readonly string[],
  ): Promise<ContributionsDocument | undefined> {
    const state = this.#states.get(revision) ?? (await this.state());
    if (state?.revision !== revision) return undefined;
    const plugins: ContributionsDocument['plugins'] = {};
    for (const { boot, plugin } of state.plugins) {
      if (!plugin || boot.problem || (only && !only.includes(boot.name))) continue;
      plugins[boot.name] = plugin.manifest as unknown as ContributionsDocument['plugins'][string];
    }
    return { plugins };
  }

  /** A plug-in's files, of the map's versions and of earlier ones; `undefined` when there are none. */
  async plugin(name: string, version: string): Promise<Plugin | undefined> {
    const packageName = this.#packages.get(`${name}/${version}`);
    const found = await (packageName
      ? this.#shelf.find(packageName, version)
      : this.#shelf.named(name, version));
    return found && 'plugin' in found ? found.plugin : undefined;
  }

  async status(): Promise<ImportMapStatus> {
    const state = await this.state();
    const problems = new Map(state?.plugins.map(({ boot }) => [boot.specifier, boot.problem]));
    const { path, present, fault, since } = this.#operator;
    return {
      revision: state?.revision ?? '',
      file: path,
      present,
      since: (present ? since : this.#shipped.since).toISOString(),
      entries: this.#entries().map((entry) => {
        const problem = problems.get(entry.specifier) ?? this.#unpublished(entry);
        const version = entry.address === null ? '' : (placeOf(entry.address)?.version ?? '');
        return { ...entry, version, ...(problem ? { problem } : {}) };
      }),
      ...(fault ? { refused: fault } : {}),
    };
  }

  /** The shipped entries with the operator's over them, then the operator's own. */
  #entries(): { specifier: string; address: string | null; from: 'default' | 'operator' }[] {
    const operator = this.#operator.imports;
    const names = new Set([...this.#shipped.imports.keys(), ...operator.keys()]);
    return [...names].map((specifier) =>
      operator.has(specifier)
        ? { specifier, address: operator.get(specifier) ?? null, from: 'operator' }
        : { specifier, address: this.#shippedAddress(specifier), from: 'default' },
    );
  }

  /** An earlier build of it may be what is served: also then it is said. */
  #unpublished({ specifier, from }: { specifier: string; from: string }): BootPlugin['problem'] {
    const why = from === 'default' ? this.options.ownProblem?.(specifier) : undefined;
    return why === undefined ? undefined : { class: 'http', cause: `${specifier} ${why}` };
  }

  #shippedAddress(specifier: string): string | null {
    const address = this.#shipped.imports.get(specifier) ?? null;
    const own = this.options.ownVersion?.(specifier);
    const place = address === null || own === undefined ? undefined : placeOf(address);
    return place && address ? address.replace(`/${place.version}/`, `/${own}/`) : address;
  }

  #plugins(entries: readonly [string, string][]): Promise<MappedPlugin[]> {
    const first = new Map<string, string>();
    return Promise.all(
      entries.map(([specifier, address]) => {
        const name = nameOf(specifier) ?? specifier;
        const earlier = first.get(name);
        first.set(name, earlier ?? specifier);
        return this.#mapped({ name, specifier, address, version: '', hash: '' }, earlier);
      }),
    );
  }

  async #mapped(boot: BootPlugin, earlier: string | undefined): Promise<MappedPlugin> {
    const place = placeOf(boot.address);
    const known = { ...boot, version: place?.version ?? '' };
    if (earlier !== undefined) {
      const cause = `${boot.specifier} has the same name as ${earlier}, which stands before it in the map`;
      return { boot: { ...known, problem: { class: 'duplicate-name', cause } } };
    }
    if (!place) return developmentPlugin(known);
    const found = await this.#shelf.find(boot.specifier, place.version);
    if (!found) {
      const why = this.options.ownProblem?.(boot.specifier);
      const cause = `plugins-local has no ${boot.specifier} ${place.version}${why ? `: it ${why}` : ''}`;
      return { boot: { ...known, problem: { class: 'http', cause } } };
    }
    if ('problem' in found) return { boot: { ...known, problem: found.problem } };
    this.#packages.set(`${place.name}/${place.version}`, boot.specifier);
    return { boot: { ...known, hash: found.plugin.hash }, plugin: found.plugin };
  }
}

/** How long this may be answered again without looking, in milliseconds. */
function heldFor(plugins: readonly MappedPlugin[]): number {
  if (plugins.some(({ foreign }) => foreign)) return 0;
  return plugins.some(({ boot }) => boot.problem) ? PROBLEM_MS : Number.POSITIVE_INFINITY;
}
