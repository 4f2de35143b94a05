import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContributionsDocument, ImportMapStatus } from '@lading/contract/rest';
import { LRUCache } from 'lru-cache';
import { type ConsoleEvent, ConsoleReport } from './ConsoleReport.ts';
import { type BootExtras, type ConsoleState, consoleState, type MappedPlugin } from './ConsoleState.ts';
import { ConsoleBuildFile } from './consoleBuild.ts';
import { type LastGood, LastGoodFile } from './map/LastGoodFile.ts';
import { MapFile } from './map/MapFile.ts';
import { placeOf } from './map/parseMap.ts';
import type { Entry } from './plugins/candidates.ts';
import type { Plugin } from './plugins/Plugin.ts';
import { type OwnPackages, PluginLoader } from './plugins/PluginLoader.ts';
import type { PluginSource } from './plugins/PluginSource.ts';
import { firstInUse, type UsedAddress, whyInUse } from './plugins/pluginsInUse.ts';

export interface ConsoleOptions extends BootExtras {
  /** Folder of the console's build, with a slash at its end. */
  build: URL;
  /** The map that comes with the console. */
  shippedMap: URL;
  /** The data folder: `importmap.json` in it is the operator's. */
  home: string;
  source: PluginSource;
  /** The packages that come with the console. */
  own?: OwnPackages;
  /** Receives what has to be logged and audited. */
  report?: (event: ConsoleEvent) => void;
}

/** How long what a plug-in lacked is believed before the source is asked again, in milliseconds. */
const PROBLEM_MS = 1_000;
/** Pages that are open may ask for the contributions of this many earlier revisions. */
const REVISIONS = 50;

interface Current {
  stamp: string;
  state: ConsoleState;
  /** Milliseconds since 1970. */
  until: number;
}

/** The console as it is served: the build, the map, and the plug-ins that the map names. */
export class Console {
  readonly #build: ConsoleBuildFile;
  readonly #shipped: MapFile;
  readonly #operator: MapFile;
  readonly #lastGoodFile: LastGoodFile;
  readonly #loader: PluginLoader;
  readonly #report: ConsoleReport;
  readonly #states = new LRUCache<string, ConsoleState>({ max: REVISIONS });
  #lastGood: LastGood = { imports: new Map(), loaded: new Map() };
  #looking: Promise<ConsoleState | undefined> | undefined;
  #current: Current | undefined;
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
    this.#loader = new PluginLoader(options.source, options.own);
    this.#report = new ConsoleReport(options.report ?? (() => undefined));
  }

  /** What a page that is asked for now is made of; `undefined` while the console is not built. */
  state(): Promise<ConsoleState | undefined> {
    // Pages that are asked for at one moment wait for one look at the map.
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Reads the operator's map again if its file has changed. */
  async lookForChanges(): Promise<void> {
    if (this.#operator.hasChanges || (await this.#operator.changed())) await this.state();
  }

  /** Why a package of `plugins-local` cannot be deleted, moved or overwritten. Makes no query. */
  async useOf(path: string): Promise<string | undefined> {
    await Promise.all([this.#shipped.refresh(), this.#operator.refresh()]);
    return whyInUse(path, this.#used(), this.#operator.path);
  }

  /** The first package of `plugins-local` that is in use, and why the repository cannot be deleted with it. Makes no query. */
  async anyUse(): Promise<{ path: string; why: string } | undefined> {
    await Promise.all([this.#shipped.refresh(), this.#operator.refresh()]);
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
    for (const { boot } of this.#current?.state.plugins ?? []) {
      if (boot.replaces) yield { specifier: boot.specifier, address: boot.address, from: 'fallback' };
    }
  }

  /** The same with the shipped versions only, whatever the operator's map says. */
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
    this.#safe = { stamp, state, until: Date.now() + heldFor(plugins) };
    this.#states.set(state.revision, state);
    return state;
  }

  async #look(): Promise<ConsoleState | undefined> {
    const [build] = await Promise.all([
      this.#build.read(),
      this.#shipped.refresh(),
      this.#operator.refresh(),
    ]);
    if (!build) return undefined;
    const entries = this.#entries().filter((entry): entry is Entry => entry.address !== null);
    const stamp = JSON.stringify([this.#build.stamp, entries, this.#operator.rejections]);
    if (this.#current && this.#isCurrent(this.#current, stamp)) return this.#current.state;
    const plugins = await this.#plugins(entries);
    const state = consoleState(build, plugins, this.options);
    this.#current = { stamp, state, until: Date.now() + heldFor(plugins) };
    this.#states.set(state.revision, state);
    const unkept = await this.#keep(plugins);
    this.#report.tell(this.#operator, plugins, unkept);
    return state;
  }

  #isCurrent(kept: Current, stamp: string): boolean {
    return kept.stamp === stamp && Date.now() < kept.until;
  }

  /** Stores what is in service for the next start. Returns why that failed. */
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

  /** `undefined` for a revision that is not known. */
  async contributions(
    revision: string,
    only?: readonly string[],
  ): Promise<ContributionsDocument | undefined> {
    const known = async () =>
      this.#states.get(revision) ??
      [await this.state(), await this.safeState()].find((state) => state?.revision === revision);
    const state = await known();
    if (!state) return undefined;
    const plugins: ContributionsDocument['plugins'] = {};
    for (const { boot, plugin } of state.plugins) {
      if (!plugin || boot.problem || (only && !only.includes(boot.name))) continue;
      plugins[boot.name] = plugin.manifest as unknown as ContributionsDocument['plugins'][string];
    }
    return { plugins };
  }

  /** A plug-in's files, of the map's versions and of earlier ones; `undefined` when there are none. */
  plugin(name: string, version: string): Promise<Plugin | undefined> {
    return this.#loader.plugin(name, version);
  }

  /** The entries in service and what is rejected, without the failures of the past. */
  async status(): Promise<Omit<ImportMapStatus, 'failures'>> {
    const state = await this.state();
    const boots = new Map(state?.plugins.map(({ boot }) => [boot.specifier, boot]));
    const { path, present, rejections, since } = this.#operator;
    return {
      revision: state?.revision ?? '',
      file: path,
      present,
      since: (present ? since : this.#shipped.since).toISOString(),
      entries: this.#entries().map((entry) => {
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

  #plugins(entries: readonly Entry[]): Promise<MappedPlugin[]> {
    return this.#loader.load(entries, ({ specifier, from }) => {
      const good = from === 'operator' ? this.#lastGood.loaded.get(specifier) : undefined;
      return [good, this.#shippedAddress(specifier)].filter((address) => typeof address === 'string');
    });
  }
}

/** How long this may be answered again without looking, in milliseconds. */
function heldFor(plugins: readonly MappedPlugin[]): number {
  if (plugins.some(({ foreign }) => foreign)) return 0;
  const failing = plugins.some(({ boot }) => boot.problem || boot.replaces);
  return failing ? PROBLEM_MS : Number.POSITIVE_INFINITY;
}
