import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContributionsDocument, ImportMapStatus } from '@lading/contract/rest';
import { LRUCache } from 'lru-cache';
import { type ConsoleEvent, ConsoleReport } from './ConsoleReport.ts';
import { type BootExtras, type ConsoleState, consoleState, type MappedPlugin } from './ConsoleState.ts';
import { cacheDuration } from './cacheDuration.ts';
import { ConsoleBuildFile } from './consoleBuild.ts';
import { type LastGood, LastGoodFile } from './map/LastGoodFile.ts';
import { isOn, type LayeredEntry, layeredEntries } from './map/layers.ts';
import { MapFile } from './map/MapFile.ts';
import { placeOf } from './map/parseMap.ts';
import type { Entry } from './plugins/candidates.ts';
import { type Plugin, pageManifest, type Unpacked } from './plugins/Plugin.ts';
import { type OwnPackages, PluginLoader } from './plugins/PluginLoader.ts';
import type { PluginSource } from './plugins/PluginSource.ts';
import { firstInUse, type UsedAddress, whyInUse } from './plugins/pluginsInUse.ts';
import type { ActiveReleases, Variant } from './releases/ActiveReleases.ts';
import { versionKey } from './releases/revocations.ts';
import { framedManifest, markUntrusted } from './releases/untrusted.ts';
import { ServedPlugins } from './ServedPlugins.ts';
import { SharedCheck } from './SharedCheck.ts';

export interface ConsoleOptions extends BootExtras {
  /** Directory of the console build, with a trailing slash. */
  build: URL;
  /** Import map shipped with the console. */
  shippedMap: URL;
  /** Data directory. It can contain the operator's `importmap.json`. */
  home: string;
  source: PluginSource;
  /** Plugins shipped with the console. */
  own?: OwnPackages;
  /** Active release sets; absent if there are none. */
  releases?: ActiveReleases;
  /** Receives events for the log and the audit log. */
  report?: (event: ConsoleEvent) => void;
}

/** Number of earlier revisions whose contributions open pages can still request. */
const REVISIONS = 50;

interface Current {
  stamp: string;
  state: ConsoleState;
  /** Expiry, in milliseconds since 1970. */
  until: number;
}

/** The console as served: its build, its import map, and the plugins in that map. */
export class Console {
  readonly #build: ConsoleBuildFile;
  readonly #shipped: MapFile;
  readonly #operator: MapFile;
  readonly #lastGoodFile: LastGoodFile;
  readonly #loader: PluginLoader;
  readonly #reports: Readonly<Record<Variant, ConsoleReport>>;
  readonly #states = new LRUCache<string, ConsoleState>({ max: REVISIONS });
  readonly served = new ServedPlugins();
  #lastGood: LastGood = { imports: new Map(), loaded: new Map() };
  readonly #checks = {
    stable: new SharedCheck(() => this.#look('stable')),
    canary: new SharedCheck(() => this.#look('canary')),
  };
  readonly #current = new Map<Variant, Current>();
  #safe: Current | undefined;

  constructor(private readonly options: ConsoleOptions) {
    const rules = options.dev ? { devOrigin: options.dev.origin } : {};
    this.#build = new ConsoleBuildFile(new URL('shared.json', options.build));
    this.#shipped = new MapFile(fileURLToPath(options.shippedMap), rules);
    this.#lastGoodFile = new LastGoodFile(join(options.home, 'importmap.last-good.json'));
    this.#operator = new MapFile(join(options.home, 'importmap.json'), rules, async () => {
      this.#lastGood = await this.#lastGoodFile.read(rules);
      return this.#lastGood.imports;
    });
    this.#loader = new PluginLoader(options.source, options.own, (specifier, version) =>
      options.releases?.revoked.get(versionKey({ specifier, version })),
    );
    const report = () => new ConsoleReport(options.report ?? (() => undefined));
    this.#reports = { stable: report(), canary: report() };
  }

  /** Returns the state for a page requested now, or `undefined` while the console is not built. */
  state(variant: Variant = 'stable'): Promise<ConsoleState | undefined> {
    return this.#checks[variant].run();
  }

  /** Reads the operator's map again if its file has changed. */
  async lookForChanges(): Promise<void> {
    if (this.#operator.hasChanges || (await this.#operator.changed())) await this.state();
  }

  /**
   * Returns why a package of `plugins-local` cannot be deleted, moved, or overwritten. Makes no
   * database query.
   */
  async useOf(path: string): Promise<string | undefined> {
    await this.readMaps();
    return whyInUse(path, this.#used(), this.#operator.path);
  }

  /**
   * Returns the first package of `plugins-local` that is in use, and why the repository cannot be
   * deleted with it. Makes no database query.
   */
  async anyUse(): Promise<{ path: string; why: string } | undefined> {
    await this.readMaps();
    return firstInUse([...this.#used()], this.#operator.path);
  }

  *#used(): Generator<UsedAddress> {
    for (const specifier of this.#shipped.imports.keys()) {
      const address = this.#shippedAddress(specifier);
      if (address !== null) yield { specifier, address, from: 'default' };
    }
    for (const [specifier, address] of this.#operator.imports) {
      if (address !== null) yield { specifier, address, from: 'operator' };
    }
    const { releases } = this.options;
    for (const set of [releases?.set('stable'), releases?.canary?.set, releases?.former]) {
      for (const { specifier, entry: address } of set?.entries ?? [])
        yield { specifier, address, from: 'release', ...(set ? { number: set.number } : {}) };
    }
    for (const { boot } of this.#current.get('stable')?.state.plugins ?? []) {
      if (boot.replaces) yield { specifier: boot.specifier, address: boot.address, from: 'fallback' };
    }
  }

  /** Returns the state with the shipped versions only, regardless of the operator's map. */
  async safeState(): Promise<ConsoleState | undefined> {
    const [build] = await Promise.all([this.#build.read(), this.#shipped.refresh()]);
    if (!build) return undefined;
    const entries = [...this.#shipped.imports.keys()].flatMap((specifier): Entry[] => {
      const address = this.#shippedAddress(specifier);
      return address === null ? [] : [{ specifier, address, from: 'default' }];
    });
    const stamp = JSON.stringify([this.#build.stamp, entries]);
    if (this.#safe && this.#isCurrent(this.#safe, stamp)) return this.#safe.state;
    const plugins = await this.#plugins(entries);
    const { test } = this.options;
    const state = consoleState(build, plugins, { ...(test ? { test } : {}), safeMode: true });
    this.#safe = { stamp, state, until: Date.now() + cacheDuration(plugins) };
    this.#states.set(state.revision, state);
    return state;
  }

  async #look(variant: Variant): Promise<ConsoleState | undefined> {
    const [build] = await Promise.all([this.#build.read(), this.readMaps()]);
    if (!build) return undefined;
    const release = this.options.releases?.set(variant)?.number;
    const entries = this.entries(variant).filter(isOn);
    // The hashes of a set are known by its number.
    const named = entries.map(({ specifier, address, from }) => [specifier, address, from]);
    const { releases } = this.options;
    const rules = [[...(releases?.revoked.keys() ?? [])], releases?.untrusted, this.#operator.rejections];
    const stamp = JSON.stringify([this.#build.stamp, release, named, ...rules]);
    const current = this.#current.get(variant);
    if (current && this.#isCurrent(current, stamp)) return current.state;
    const plugins = await this.#plugins(entries);
    const { test, dev } = this.options;
    const extras = { ...(test ? { test } : {}), ...(dev ? { dev } : {}) };
    const inRelease = release === undefined ? {} : { release };
    const state = consoleState(build, plugins, { ...extras, ...inRelease });
    this.#current.set(variant, { stamp, state, until: Date.now() + cacheDuration(plugins) });
    this.#states.set(state.revision, state);
    // A canary that fails must not become what a restart falls back to.
    const unkept = variant === 'stable' ? await this.#keep(plugins) : undefined;
    this.#reports[variant].tell(this.#operator, plugins, unkept);
    return state;
  }

  #isCurrent(kept: Current, stamp: string): boolean {
    return kept.stamp === stamp && Date.now() < kept.until;
  }

  /** Stores the active map for the next start. Returns the reason on failure. */
  async #keep(plugins: readonly MappedPlugin[]): Promise<string | undefined> {
    const loaded = new Map(this.#lastGood.loaded);
    for (const { boot, foreign } of plugins) {
      if (boot.fromOperator && !boot.problem && !foreign) loaded.set(boot.specifier, boot.address);
    }
    this.#lastGood = { imports: new Map(this.#operator.imports), loaded };
    const file = this.#lastGoodFile;
    return file.write(this.#lastGood).then(
      () => undefined,
      (error: Error) =>
        `Failed to write ${file.path}. After a restart, the last valid import map is lost: ${error.message}`,
    );
  }

  /** Returns the contributions for a revision, or `undefined` for an unknown revision. */
  async contributions(
    revision: string,
    only?: readonly string[],
  ): Promise<ContributionsDocument | undefined> {
    const known = async () =>
      this.#states.get(revision) ??
      [await this.state(), await this.state('canary'), await this.safeState()].find(
        (state) => state?.revision === revision,
      );
    const state = await known();
    if (!state) return undefined;
    const plugins: ContributionsDocument['plugins'] = {};
    for (const { boot, plugin } of state.plugins) {
      if (!plugin || boot.problem || (only && !only.includes(boot.name))) continue;
      plugins[boot.name] = boot.frame ? framedManifest(plugin.manifest) : pageManifest(plugin);
    }
    return { plugins };
  }

  /** Returns the package of a plugin NAME and version in the current or an earlier map. */
  packageOf(name: string, version: string): Promise<string | undefined> {
    return this.#loader.packageOf(name, version);
  }

  /** Returns the files of a plugin version, as `packageOf`. */
  plugin(name: string, version: string): Promise<Plugin | undefined> {
    return this.#loader.plugin(name, version);
  }

  /** Returns the active entries and the rejected edits, without past failures. */
  async status(): Promise<Omit<ImportMapStatus, 'failures'>> {
    const state = await this.state();
    const boots = new Map(state?.plugins.map(({ boot }) => [boot.specifier, boot]));
    const { path, present, rejections, since } = this.#operator;
    const release = this.options.releases?.set('stable')?.number;
    return {
      revision: state?.revision ?? '',
      file: path,
      present,
      since: (present ? since : this.#shipped.since).toISOString(),
      ...(release === undefined ? {} : { release }),
      entries: this.entries().map(({ files: _files, sha256: _sha256, ...entry }) => {
        const boot = boots.get(entry.specifier);
        const problem = boot?.problem ?? boot?.replaces ?? this.#unpublished(entry);
        const version = entry.address === null ? '' : (placeOf(entry.address)?.version ?? '');
        return {
          ...entry,
          version,
          ...(problem ? { problem: { class: problem.class, cause: problem.cause } } : {}),
          ...(boot?.replaces ? { inService: boot.address } : {}),
        };
      }),
      rejections: [...rejections],
    };
  }

  /** The entries of the shipped map, the release set, and the operator's file. */
  entries(variant: Variant = 'stable'): LayeredEntry[] {
    return layeredEntries({
      shipped: this.shipped,
      release: this.options.releases?.set(variant),
      operator: this.#operator.imports,
    });
  }

  /** Reads changed map files, so that `entries`, `shipped`, and `operator` are current. */
  async readMaps(): Promise<void> {
    await Promise.all([this.#shipped.refresh(), this.#operator.refresh()]);
  }

  /** The shipped map, with the versions under which its packages were published. */
  get shipped(): ReadonlyMap<string, string | null> {
    return new Map([...this.#shipped.imports.keys()].map((name) => [name, this.#shippedAddress(name)]));
  }

  /** The operator's file. */
  get operator(): Pick<MapFile, 'path' | 'present' | 'imports'> {
    return this.#operator;
  }

  /** A version of a plugin in `plugins-local`, in use or not. */
  find(specifier: string, version: string): Promise<Unpacked | undefined> {
    return this.#loader.find(specifier, version);
  }

  /** Returns why a shipped plugin was not published, even if an earlier build of it is served. */
  #unpublished({ specifier, from }: { specifier: string; from: string }): MappedPlugin['boot']['problem'] {
    const why = from === 'default' ? this.options.own?.problemOf(specifier) : undefined;
    return why === undefined ? undefined : { class: 'http', cause: `${specifier} ${why}` };
  }

  #shippedAddress(specifier: string): string | null {
    const address = this.#shipped.imports.get(specifier) ?? null;
    const own = this.options.own?.versionOf(specifier);
    const place = address === null || own === undefined ? undefined : placeOf(address);
    return place && address ? address.replace(`/${place.version}/`, `/${own}/`) : address;
  }

  async #plugins(entries: readonly Entry[]): Promise<MappedPlugin[]> {
    const plugins = await this.#loader.load(entries, ({ specifier, from }) => {
      const good = from !== 'default' ? this.#lastGood.loaded.get(specifier) : undefined;
      return [good, this.#shippedAddress(specifier)].filter((address) => typeof address === 'string');
    });
    return this.served.add(await markUntrusted(plugins, this.options.releases?.untrusted));
  }
}
