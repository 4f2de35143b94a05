import type { FailureClass, PluginManifest, PluginProps, ShellApi, Validated } from '@lading/contract';
import type { ManifestsRead, ModuleLoader, Scheduler } from '@lading/contract/host';
import type { BootDocument, BootPlugin } from '@lading/contract/rest';
import { action, makeObservable, observableRef } from 'mobx';
import { matchPath } from 'react-router-dom';
import { causeOf, logFailure } from '../log/log.ts';
import type { Registry } from '../registry/Registry.ts';
import type { Shell } from '../Shell.ts';
import { systemPage } from '../system/systemPages.ts';
import type { AttemptClocks } from './Attempt.ts';
import type { Crashes } from './Crashes.ts';
import { FailureHistory } from './FailureHistory.ts';
import type { HealthNews } from './HealthNews.ts';
import { PluginCode } from './PluginCode.ts';
import { PluginRecord } from './PluginRecord.ts';
import { type PanelWords, slotPanel } from './panel.ts';
import { Slot } from './Slot.ts';
import { renderFailure } from './StageFailure.ts';

/** Unreported news: a page that is open for days without a reporter doesn't collect more. */
const MAX_NEWS = 200;

export interface PluginsParts {
  readonly loader: ModuleLoader;
  readonly scheduler: Scheduler;
  readonly registry: Registry;
  readonly clocks: AttemptClocks;
  /** Element that plugins are shown in. */
  readonly content: HTMLElement;
  readonly readManifests: (of?: BootDocument) => Promise<ManifestsRead>;
  /** The server has validated the manifests against this version of the contract. */
  readonly validated: boolean;
  readonly shellFor: (record: PluginRecord, signal: AbortSignal) => ShellApi;
  /** Whether the current URL belongs to the plugin. */
  readonly isActive: (record: PluginRecord) => boolean;
  /** For the module that shows untrusted plugins in frames. */
  readonly shell: Shell;
  /** Texts of the panel for the plugin shown now. */
  readonly words: (record: PluginRecord) => PanelWords;
}

/** Plugins of the import map, with the state, code, and slot of each. */
export class Plugins {
  records: readonly PluginRecord[];
  /** The document that lists the plugins, if it is not that of the page load. */
  boot: BootDocument | undefined;
  readonly history = new FailureHistory();
  /** Not reported to the server yet. */
  readonly news: HealthNews[] = [];
  readonly #parts: PluginsParts;
  readonly #codes = new Map<PluginRecord, PluginCode>();
  readonly #slots = new Map<PluginRecord, Slot>();
  #crashes: Crashes | undefined;

  readonly tell = (news: HealthNews): void => {
    if (this.news.length < MAX_NEWS) this.news.push(news);
  };

  constructor(plugins: readonly BootPlugin[], parts: PluginsParts) {
    this.#parts = parts;
    this.records = plugins.map(
      (plugin, rank) => new PluginRecord(plugin, rank, problemOf(plugin, plugins), this.history, this.tell),
    );
    makeObservable(this, { records: observableRef, take: action });
  }

  find(name: string | undefined): PluginRecord | undefined {
    const named = this.records.filter((record) => record.name === name);
    // Of two plugins with the same name, the second was rejected.
    return named.find((record) => record.manifest) ?? named[0];
  }

  /** Reads the missing manifests and registers their contributions. */
  async read(): Promise<void> {
    const [read] = await Promise.all([this.#parts.readManifests(this.boot), this.loadCrashes(this.records)]);
    this.take(read, await this.validatorFor(read.manifests, this.records));
  }

  /** Loads the counter of crashes. Plugins of the console are never turned off. */
  async loadCrashes(records: readonly PluginRecord[]): Promise<void> {
    if (records.every(({ shipped }) => shipped)) return;
    // Without it, all plugins are on.
    const module = await import('./Crashes.ts').catch((error: unknown) => {
      logFailure(`Failed to load the counter of plugin crashes: ${causeOf(error)}`);
    });
    if (module) this.#crashes ??= new module.Crashes(this.tell);
    await this.#crashes?.ready;
  }

  /**
   * Loads the schema of manifests, if the server has not validated one with it. Validating two
   * hundred manifests takes a tenth of the startup time, and a manifest that is cached in the
   * browser may be truncated or modified.
   */
  async validatorFor(
    manifests: ManifestsRead['manifests'],
    records: readonly PluginRecord[],
  ): Promise<ValidateManifest> {
    const { validated } = this.#parts;
    const isSound = ({ name }: PluginRecord) => !manifests.has(name) || looksSound(manifests.get(name), name);
    if (validated && records.every(isSound)) return asIs;
    try {
      return (await import('@lading/contract/validation')).validateManifest;
    } catch (error) {
      const cause = `failed to load the schema of manifests: ${causeOf(error)}`;
      // One damaged manifest must not stop the other plugins. Retry loads the schema again.
      return (manifest, name) =>
        validated && looksSound(manifest, name)
          ? asIs(manifest, name)
          : { valid: false, class: 'network', cause };
    }
  }

  /** Whether no manifest could be read, so that any path may belong to any plugin. */
  get unread(): boolean {
    return this.records.length > 0 && this.records.every(({ manifest, problem }) => !manifest && !problem);
  }

  /** Returns a pending or failed plugin without a manifest that may own the path. */
  claimant(pathname: string): PluginRecord | undefined {
    const [, first] = pathname.split('/');
    const named = this.records.find(
      (record) =>
        record.manifest === undefined &&
        (record.name === first || record.claims.some((path) => matchPath(path, pathname) !== null)),
    );
    return named ?? (this.unread && systemPage(pathname) === undefined ? this.records[0] : undefined);
  }

  /** Creates the plugin's slot for the scheduler when it is first needed. */
  prepare(record: PluginRecord, route: string | undefined): void {
    this.#code(record).preload(route);
    this.#slot(record);
  }

  async retry(record: PluginRecord): Promise<void> {
    // Only a new import map brings back a plugin that the server left out, and the map comes with
    // the page.
    if (record.problem) location.reload();
    if (record.off) this.#crashes?.turnOn(record);
    if (!record.manifest) await this.read();
    if (record.manifest) this.#slot(record).retry();
  }

  /** Registers the contributions of plugins that have none yet. */
  take({ manifests, failure }: ManifestsRead, validate: ValidateManifest): void {
    this.#crashes?.watch(this.records);
    for (const record of this.records) {
      if (record.manifest || record.problem) continue;
      const manifest = manifests.get(record.name);
      if (manifest !== undefined) this.#register(record, validate(manifest, record.name), manifest);
      else record.fail('network', failure ?? 'the server holds no manifest of it');
    }
    this.#crashes?.notify(this.#parts.shell);
  }

  #register(record: PluginRecord, validated: ReturnType<ValidateManifest>, manifest: unknown): void {
    if (!validated.valid) {
      record.refuse(validated.class, validated.cause, pathsIn(manifest));
      return;
    }
    const off = this.#crashes?.offBecause(record);
    if (off) {
      // Reports nothing: the failures were reported before.
      record.off = true;
      record.claims = pathsIn(manifest);
      record.state = { status: 'failed', failure: off };
      return;
    }
    record.accept(validated.value);
    this.#parts.registry.addAll(record, this.#code(record).contributions());
  }

  #code(record: PluginRecord): PluginCode {
    const code = this.#codes.get(record) ?? new PluginCode(this.#parts, record);
    this.#codes.set(record, code);
    return code;
  }

  #slot(record: PluginRecord): Slot {
    const known = this.#slots.get(record);
    if (known) return known;
    const { scheduler, clocks, content, isActive, words } = this.#parts;
    const code = this.#code(record);
    const slot: Slot = new Slot(record, {
      clocks,
      content,
      load: () => code.load(slot),
      forget: () => code.forget(),
      props: (host, signal) => this.#props(record, host, signal),
      panel: (reason) => slotPanel(reason, words(record), () => void this.retry(record)),
    });
    this.#slots.set(record, slot);
    // single-spa rejects names that it knows; a specifier can have several versions over time.
    scheduler.register(`${record.specifier} ${this.#slots.size}`, () => isActive(record), slot);
    return slot;
  }

  #props(record: PluginRecord, domElement: HTMLElement, signal: AbortSignal): PluginProps {
    return {
      name: record.name,
      domElement,
      shell: this.#parts.shellFor(record, signal),
      // An abandoned attempt no longer reports errors.
      onRenderError: (error) => {
        const failure = renderFailure(error);
        if (!signal.aborted) record.fail(failure.class, failure.message, error);
      },
      onRenderRetry: () => {
        if (!signal.aborted && record.state.status === 'failed') record.enter('mounted');
      },
    };
  }
}

/**
 * Returns why a plugin of the import map is left out: the problem reported by the server, or an
 * earlier plugin with the same name.
 */
function problemOf(plugin: BootPlugin, plugins: readonly BootPlugin[]): BootPlugin['problem'] {
  const first = plugins.find(({ name }) => name === plugin.name);
  if (plugin.problem || first === plugin) return plugin.problem;
  const cause = `"${first?.specifier}", an earlier plugin in the map, has the name "${plugin.name}"`;
  return { class: 'duplicate-name', cause };
}

/** `network`: the schema of manifests could not be loaded. */
export type ValidateManifest = (
  manifest: unknown,
  name: string,
) =>
  | Validated<PluginManifest>
  | { readonly valid: false; readonly class: Extract<FailureClass, 'network'>; readonly cause: string };

/** For manifests that the server has validated. */
const asIs: ValidateManifest = (manifest) => ({ valid: true, value: manifest as PluginManifest });

/** A shallow check. */
function looksSound(manifest: unknown, name: string): boolean {
  const { name: own, contributions } = (manifest ?? {}) as Partial<PluginManifest>;
  return own === name && typeof contributions === 'object' && contributions !== null;
}

/**
 * Returns the paths listed in an invalid manifest, so that the plugin can be named on their pages.
 */
function pathsIn(manifest: unknown): string[] {
  const routes = (manifest as Partial<PluginManifest> | null)?.contributions?.routes;
  if (!Array.isArray(routes)) return [];
  const paths = routes.map((route: { path?: unknown } | null) => route?.path);
  return paths.filter((path) => typeof path === 'string' && path.startsWith('/')) as string[];
}
