import { message, type PluginManifest } from '@lading/contract';
import type { ManifestsRead, ShellStart } from '@lading/contract/host';
import type { BootDocument, ConsoleRelease } from '@lading/contract/rest';
import { runInAction } from 'mobx';
import { causeOf, logFailure } from '../log/log.ts';
import { messages as coreMessages } from '../messages.ts';
import { pathOf } from '../navigation/place.ts';
import { focusHeading } from '../page/focusHeading.ts';
import { PluginRecord } from '../plugins/PluginRecord.ts';
import type { ValidateManifest } from '../plugins/Plugins.ts';
import type { Shell } from '../Shell.ts';
import { comparePages, haveSamePlugins, type PluginChanges } from './comparePages.ts';
import { isIncomplete, keepOut } from './keepOut.ts';
import { ReloadOffer } from './ReloadOffer.ts';
import { ownMap, type PageData, readNewPage } from './readPage.ts';

const messages = {
  updated: message('shell.release.updated', 'Plugins of this page changed: {plugins}.'),
  removed: message('shell.release.removed', '{plugin} turned off'),
  mayRun: message(
    'shell.release.mayRun',
    'Code of removed plugins can still run in this page. Reload the page to stop it.',
  ),
};

const CALL = '/ui/api/v1/lading/release';
/** How often a swap that has to wait is tried again, in milliseconds. */
const TRY_MS = 5_000;

/** Manifests with these kinds have effects that only a new page removes. */
const STARTING = ['mainApplicationRequests', 'platformConfigurationRequests'] as const;
const STARTING_EXTENSIONS = ['signInDialog', 'languagePacks'] as const;

/** Changes that will be applied to the page. */
interface Swap {
  readonly page: PageData;
  readonly changes: PluginChanges;
  readonly read: ManifestsRead;
  readonly validate: ValidateManifest;
  /** The new state of the page. */
  readonly records: readonly PluginRecord[];
  /** Those that are not in `records` any more. */
  readonly old: readonly PluginRecord[];
}

/**
 * Takes another release set into an open page without a reload: replaces third-party plugins, as
 * soon as nothing is unsaved. Everything else needs a reload, which is offered.
 */
class ReleaseFollower {
  readonly #shell: Shell;
  readonly #start: ShellStart;
  readonly #offer: ReloadOffer;
  /** Plugins of the page now. */
  #page: PageData;
  #stopWaiting = () => {};
  #withdrawRemoval = () => {};
  /** The release set that was last seen. */
  #release: number;
  /** The revision of a new page that was last seen. */
  #revision: string;
  /** The new page or its manifests failed to load. */
  #hasFailed = false;

  constructor(shell: Shell, start: ShellStart, offerReload: () => () => void) {
    this.#shell = shell;
    this.#start = start;
    this.#offer = new ReloadOffer(offerReload);
    this.#page = { boot: start.boot, map: ownMap(document) };
    this.#release = start.boot.release ?? 0;
    this.#revision = start.boot.revision;
  }

  /** Compares the active release set, and the page that a reload would return, with this page. */
  async look(signal: AbortSignal): Promise<void> {
    if (this.#start.boot.safeMode) return;
    const options = { signal, retry: false };
    const { release, revision } = await this.#shell.http.json<ConsoleRelease>(CALL, options);
    if (release === this.#release && !this.#hasFailed) {
      if (revision !== undefined && revision !== this.#revision) await this.#compare(revision);
      return;
    }
    // A user who closes an offer to reload is not asked about this release again.
    if (release !== this.#release) this.#offer.expect();
    this.#release = release;
    this.#revision = revision ?? this.#revision;
    await this.#take();
  }

  /**
   * Offers to reload after changes that are in no release set: of the operator's import map, and of
   * the list of untrusted plugins. They are not taken into the page, because the code of a plugin
   * that is untrusted now can still run, and each node has its own import map.
   */
  async #compare(revision: string): Promise<void> {
    const known = this.#offer.knows(revision);
    if (known === undefined) {
      const { boot } = this.#page;
      const next = revision === boot.revision ? boot : (await readNewPage(boot.base)).boot;
      keepOut(this.#shell, this.#page, next);
      const isSame = haveSamePlugins(boot, next) && !isIncomplete(this.#shell.plugins.records);
      // Another node can return another page.
      this.#offer.forPage(next.revision, isSame);
      this.#revision = next.revision;
    } else {
      this.#offer.forPage(revision, known);
      this.#revision = revision;
    }
  }

  async #take(): Promise<void> {
    this.#stopWaiting();
    this.#hasFailed = false;
    const swap = await this.#prepare().catch((error: unknown) => {
      this.#hasFailed = true;
      logNotTaken(error);
      return undefined;
    });
    if (!swap) this.#offer.forRelease();
    else if (swap.changes.used.size + swap.changes.removed.length === 0) this.#keep(swap);
    else if (this.#isBusy(swap)) this.#wait(swap);
    else await this.#run(swap);
  }

  /**
   * Loads everything that a swap needs. `undefined`: only a reload helps. Changes nothing. Rejects
   * if the page or its manifests cannot be read.
   */
  async #prepare(): Promise<Swap | undefined> {
    const page = await readNewPage(this.#page.boot.base);
    const changes = comparePages(this.#page, page);
    keepOut(this.#shell, this.#page, page.boot);
    if (!changes) return undefined;
    const read = await this.#start.readManifests(page.boot);
    if (read.failure !== undefined) throw new Error(read.failure);
    const { plugins } = this.#shell;
    const records = this.#recordsOf(page.boot, changes);
    if (isIncomplete(records)) return undefined;
    const old = plugins.records.filter((record) => !records.includes(record));
    const manifests = [
      ...old.map(({ manifest }) => manifest),
      ...[...changes.used.values()].map(({ name }) => read.manifests.get(name)),
    ];
    if (manifests.some((manifest) => this.#needsReload(manifest))) return undefined;
    // Nothing is awaited between the check for unsaved changes and the swap.
    await plugins.loadCrashes(records);
    const validate = await plugins.validatorFor(read.manifests, records);
    return { page, changes, read, validate, records, old };
  }

  /** Unchanged plugins keep their records. New ones get ranks between those of their neighbors. */
  #recordsOf(boot: BootDocument, { used }: PluginChanges): readonly PluginRecord[] {
    const { plugins } = this.#shell;
    let rank = -1;
    return boot.plugins.map((plugin) => {
      const known = plugins.records.find(({ specifier }) => specifier === plugin.specifier);
      if (known && !used.has(plugin.specifier)) {
        rank = known.rank;
        return known;
      }
      rank += 1 / 1024;
      const record = new PluginRecord(plugin, rank, plugin.problem, plugins.history, plugins.tell);
      // Its name resolves to the version that the page was loaded with.
      record.entry = plugin.address;
      return record;
    });
  }

  #needsReload(manifest: unknown): boolean {
    const { contributions } = (manifest ?? {}) as Partial<PluginManifest>;
    const { extensions } = contributions ?? {};
    const starts =
      STARTING.some((kind) => contributions?.[kind]?.length) ||
      STARTING_EXTENSIONS.some((kind) => extensions?.[kind]?.length);
    // Texts that were loaded stay.
    const isTranslated = this.#shell.language.tag !== 'en' && extensions?.catalogs?.length;
    return starts || Boolean(isTranslated);
  }

  /** Whether the user could lose something, also in forms that don't report unsaved changes. */
  #isBusy({ old }: Swap): boolean {
    const { navigation, page, elements } = this.#shell;
    if (navigation.blockers.reason !== undefined) return true;
    if (!page.plugin || !old.includes(page.plugin)) return false;
    if (document.querySelector('dialog[open], [role="dialog"], [role="alertdialog"]')) return true;
    const { activeElement: focused } = document;
    const isField = focused?.matches('input, textarea, select, iframe, [contenteditable]') ?? false;
    return isField && elements.content.contains(focused);
  }

  #wait(swap: Swap): void {
    this.#offer.forRelease();
    this.#stopWaiting = this.#shell.periodic.repeat(async () => {
      if (this.#isBusy(swap)) return;
      this.#stopWaiting();
      await this.#run(swap);
    }, TRY_MS);
  }

  /** The page already has the plugins of the release set. */
  #keep({ page }: Swap): void {
    this.#offer.withdraw();
    this.#page = page;
    this.#shell.plugins.boot = page.boot;
  }

  async #run(swap: Swap): Promise<void> {
    try {
      await this.#swap(swap);
    } catch (error) {
      logNotTaken(error);
      this.#offer.forRelease();
    }
  }

  async #swap(swap: Swap): Promise<void> {
    const { navigation, notifications, language } = this.#shell;
    const visible = this.#shell.page.plugin;
    const { content } = this.#shell.elements;
    const hadFocus = content.contains(document.activeElement);
    const { changes, records, old } = swap;
    this.#replace(swap);
    this.#keep(swap);
    notifications.info(language.text(messages.updated, { plugins: this.#named(changes) }));
    if (changes.removed.length > 0) this.#offerAfterRemoval();
    if (visible && old.includes(visible)) {
      // Its routes can have other requirements, or no longer exist.
      const { place } = navigation;
      await navigation.go(pathOf(place), { replace: true, state: place.state });
      if (hadFocus) focusHeading(content);
    }
    await this.#start.scheduler.trigger();
    const kept = new Set(records.map(({ address }) => address));
    for (const record of old) if (!kept.has(record.address)) await this.#forget(record);
  }

  /** Timers and listeners of evaluated code cannot be stopped: users learn that, and can reload. */
  #offerAfterRemoval(): void {
    const { notifications, language } = this.#shell;
    this.#withdrawRemoval();
    this.#withdrawRemoval = notifications.offer(
      language.text(messages.mayRun),
      language.text(coreMessages.reload),
      () => location.reload(),
    );
  }

  #replace({ records, old, read, validate }: Swap): void {
    const { plugins, registry } = this.#shell;
    const gone = new Set(old.map(({ name }) => name));
    runInAction(() => {
      for (const list of registry.lists.values()) {
        const others = list.filter(({ plugin }) => !gone.has(plugin));
        if (others.length < list.length) list.replace(others);
      }
      for (const record of old) record.removed = true;
      plugins.records = records;
      plugins.take(read, validate);
    });
  }

  /** Discards the code and the style sheets of a plugin. */
  #forget({ address }: PluginRecord): Promise<void> {
    return this.#start.loader.forget([new URL('.', new URL(address, document.baseURI)).href]);
  }

  #named({ used, removed }: PluginChanges): string {
    const { language } = this.#shell;
    return [
      ...[...used.values()].map(({ specifier, version }) => `${specifier} ${version}`),
      ...removed.map((plugin) => language.text(messages.removed, { plugin })),
    ].join(', ');
  }
}

function logNotTaken(error: unknown): void {
  logFailure(`Failed to take the new release set into the page: ${causeOf(error)}`);
}

/** One per page. */
const followers = new WeakMap<Shell, ReleaseFollower>();

/** Compares the active release set with that of the page, and takes it into the page. */
export async function lookForRelease(
  shell: Shell,
  start: ShellStart,
  offerReload: () => () => void,
  signal: AbortSignal,
): Promise<void> {
  const follower = followers.get(shell) ?? new ReleaseFollower(shell, start, offerReload);
  followers.set(shell, follower);
  await follower.look(signal);
}
