import type {
  NewPluginRelease,
  PluginCanary,
  PluginChange,
  PluginPlan,
  ReleasePlugin,
} from '@lading/contract/rest';
import { SERVER_NAME } from '../../access/users.ts';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { Seal } from '../../secrets/Seal.ts';
import type { BuildVerifier } from '../attestations/BuildVerifier.ts';
import type { Console } from '../Console.ts';
import { nameOf } from '../map/pluginName.ts';
import type { PluginSource } from '../plugins/PluginSource.ts';
import { PLUGINS_REPOSITORY } from '../plugins/RepositorySource.ts';
import type { ActiveReleases } from './ActiveReleases.ts';
import { applyChanges, type Changed, type Described } from './applyChanges.ts';
import { describeUpgrades } from './describeUpgrades.ts';
import { conflict, findConflicts, type Surroundings } from './findConflicts.ts';
import { lastInstalled } from './lastInstalled.ts';
import { pluginPolicy } from './pluginPolicy.ts';
import { packageFacts } from './publishedPlugins.ts';
import { differencesBetween, type ReleaseSet } from './ReleaseSet.ts';
import {
  type Activation,
  type ActiveRow,
  activeBefore,
  activeRow,
  findRelease,
  writeActive,
} from './releaseRows.ts';
import { openRelease } from './releaseSignature.ts';
import { requireNone, requireSame, stale } from './requirements.ts';
import { readRevocations } from './revocations.ts';
import { storeRelease } from './storeRelease.ts';
import { isUntrusted, untrustedRules, untrustedWarning } from './untrusted.ts';

/** The plugin with the page that plugins are enabled on. */
const OWN_PAGE = '@lading/plugin-admin';
const WITHOUT_PAGE = `Without ${OWN_PAGE} there is no plugins page. Roll back with lading plugins rollback, or on the page at /ui/admin/configuration/plugins?safe-mode`;

export interface ReleaseParts {
  seal: Seal;
  site: Console;
  source: PluginSource;
  active: ActiveReleases;
  builds: BuildVerifier;
}

/**
 * Plans, creates, and activates release sets. Throws `HttpError` with the reason where that is not
 * possible.
 */
export class PluginReleases {
  constructor(private readonly parts: ReleaseParts) {}

  /** Previews a set with these changes, without creating it. */
  async plan(changes: readonly PluginChange[], by: string): Promise<PluginPlan> {
    const row = await activeRow();
    const base = await this.#entriesOf(row.number);
    const { entries, conflicts } = await this.#apply(base, changes, by);
    const changed = differencesBetween(base, entries, this.parts.site.shipped);
    const { differences, warnings } = await describeUpgrades(
      changed,
      await this.#surroundings(),
      (specifier) => lastInstalled(this.parts.seal, specifier),
    );
    return {
      ...(row.number === null ? {} : { basedOn: row.number }),
      ...{ differences, conflicts },
      warnings: [...this.#warnings(entries), ...(await this.#untrusted(entries)), ...warnings],
    };
  }

  /**
   * Creates a set from the active one, and activates it if requested. Throws `HttpError` 409 for
   * conflicts.
   */
  async create(request: NewPluginRelease, by: string): Promise<ReleaseSet> {
    const { changes, note = '', activate = false, canary, basedOn } = request;
    const planned = await activeRow();
    if (basedOn !== undefined && basedOn !== planned.number) throw stale(planned.number);
    // Packages are read before the lock is taken.
    const { entries, conflicts } = await this.#apply(await this.#entriesOf(planned.number), changes, by);
    requireNone(conflicts);
    const set = await transaction(async () => {
      const row = await activeRow({ lock: true });
      requireSame(planned, row);
      const content = { createdBy: by, note, basedOn: row.number, entries };
      const stored = await storeRelease(this.parts.seal, content);
      if (activate || canary) await this.#write(row, stored.number, canary, by);
      return stored;
    });
    await this.parts.active.reread();
    return set;
  }

  /**
   * Throws `HttpError` 409 unless signature and packages are those of the time when it was created.
   * Returns the set before.
   */
  async activate(number: number, canary: PluginCanary | undefined, by: string): Promise<ReleaseSet> {
    const checked = await activeRow();
    const set = await this.open(number);
    requireNone(await findConflicts(set.entries, await this.#surroundings()));
    await transaction(async () => {
      const row = await activeRow({ lock: true });
      requireSame(checked, row);
      await this.#write(row, number, canary, by);
    });
    await this.parts.active.reread();
    return set;
  }

  /**
   * The set that a rollback activates, null for none; `undefined` when there is nothing to roll
   * back.
   */
  async rollBackTarget(): Promise<number | null | undefined> {
    const { number } = await activeRow();
    return number === null ? undefined : ((await activeBefore(number)) ?? null);
  }

  /** Activates the set that was active before, for everyone, and ends a canary. */
  async rollBack(from: number | undefined, by: string): Promise<{ from: number; to: number | null }> {
    const done = await transaction(async () => {
      const row = await activeRow({ lock: true });
      if (from !== undefined && from !== row.number) throw stale(row.number);
      if (row.number === null)
        throw new HttpError(
          409,
          'NO_PLUGIN_RELEASE',
          'No release set is active, so nothing can be rolled back',
        );
      const to = (await activeBefore(row.number)) ?? null;
      // Its packages are loaded one by one: a plugin that fails falls back, and must not block a
      // rollback.
      if (to !== null) await this.open(to);
      await writeActive(row, { action: 'rollback', by, number: to });
      return { from: row.number, to };
    });
    await this.parts.active.reread();
    return done;
  }

  /** Ends the canary: with `promote` its set becomes active for everyone. */
  async endCanary(promote: boolean, by: string): Promise<number> {
    const checked = await activeRow();
    const { canary } = checked;
    if (promote && canary !== null)
      requireNone(await findConflicts((await this.open(canary)).entries, await this.#surroundings()));
    const number = await transaction(async () => {
      const row = await activeRow({ lock: true });
      if (row.canary === null || row.canary !== canary)
        throw new HttpError(409, 'NO_PLUGIN_CANARY', 'No canary is in progress');
      if (promote) requireSame(checked, row);
      const action: Activation['action'] = promote ? 'promote' : 'stop';
      await writeActive(row, { action, by, number: promote ? row.canary : row.number });
      return row.canary;
    });
    await this.parts.active.reread();
    return number;
  }

  /** Ends the canary by the server itself. Returns false if it has ended or is another one. */
  async stopCanary(number: number): Promise<boolean> {
    const stopped = await transaction(async () => {
      const row = await activeRow({ lock: true });
      if (row.canary !== number) return false;
      await writeActive(row, { action: 'stop', by: SERVER_NAME, number: row.number });
      return true;
    });
    await this.parts.active.reread();
    return stopped;
  }

  /**
   * Throws `HttpError` 404 for a set that does not exist, and 409 for one whose signature is not
   * valid.
   */
  async open(number: number): Promise<ReleaseSet> {
    const row = await findRelease(number);
    if (!row) throw new HttpError(404, 'PLUGIN_RELEASE_NOT_FOUND', `Release set ${number} not found`);
    const opened = await openRelease(this.parts.seal, number, row);
    if ('set' in opened) return opened.set;
    throw new HttpError(409, 'PLUGIN_RELEASE_INVALID', opened.problem);
  }

  async #surroundings(): Promise<Surroundings> {
    const { site, source, builds } = this.parts;
    await site.readMaps();
    return {
      shipped: site.shipped,
      find: (specifier, version) => site.find(specifier, version),
      stampOf: (specifier, version) => source.stampOf(specifier, version),
      revoked: await readRevocations(),
      policy: await pluginPolicy(),
      facts: (wanted) => packageFacts(PLUGINS_REPOSITORY, wanted, builds),
    };
  }

  async #entriesOf(number: number | null): Promise<readonly ReleasePlugin[]> {
    return number === null ? [] : (await this.open(number)).entries;
  }

  async #apply(
    base: readonly ReleasePlugin[],
    changes: readonly PluginChange[],
    by: string,
  ): Promise<Changed> {
    const around = await this.#surroundings();
    const { entries, conflicts } = await applyChanges(base, changes, {
      shipped: around.shipped,
      by,
      now: new Date().toISOString(),
      describe: (specifier, version, repository) => this.#describe(specifier, version, repository),
    });
    return { entries, conflicts: [...conflicts, ...(await findConflicts(entries, around))] };
  }

  async #describe(specifier: string, version: string, repository: string): Promise<Described> {
    const { site, source } = this.parts;
    if (repository !== PLUGINS_REPOSITORY) {
      const message = `Plugins can be installed only from ${PLUGINS_REPOSITORY}. Publish ${specifier} ${version} there first`;
      return { conflict: conflict({ specifier }, 'repository', message) };
    }
    const sha256 = await source.stampOf(specifier, version);
    const found = sha256 === undefined ? undefined : await site.find(specifier, version);
    if (sha256 === undefined || !found) {
      const message = `${repository} does not contain ${specifier} ${version}`;
      return { conflict: conflict({ specifier }, 'not-found', message) };
    }
    if ('problem' in found) return { conflict: conflict({ specifier }, 'invalid', found.problem.cause) };
    const { entry, files } = found.plugin.manifest;
    return {
      entry: `/ui/plugins/${nameOf(specifier)}/${version}/${entry}`,
      sha256,
      files: files.map(({ path, integrity }) => ({ path, integrity })),
    };
  }

  #warnings(entries: readonly ReleasePlugin[]): string[] {
    const { path, imports } = this.parts.site.operator;
    // The file is of one node, so that it is no reason to reject a set for all nodes.
    const overridden = entries
      .filter(({ specifier }) => imports.has(specifier))
      .map(
        ({ specifier }) => `${path} has an entry for ${specifier}, which overrides release sets on its node`,
      );
    const lost = entries.some(({ specifier, enabled }) => specifier === OWN_PAGE && !enabled);
    return lost ? [...overridden, WITHOUT_PAGE] : overridden;
  }

  /** Returns the capabilities of the untrusted plugins of a set. */
  async #untrusted(entries: readonly ReleasePlugin[]): Promise<string[]> {
    const { policy, facts, find } = await this.#surroundings();
    const rules = untrustedRules(policy);
    const enabled = entries.filter((entry) => entry.enabled);
    const known = await facts(enabled);
    const warnings: string[] = [];
    for (const { specifier, version } of enabled) {
      if (!isUntrusted(rules, specifier, known.get(`${specifier}@${version}`)?.publishedBy)) continue;
      const found = await find(specifier, version);
      if (found && 'plugin' in found)
        warnings.push(untrustedWarning(specifier, version, found.plugin.manifest));
    }
    return warnings;
  }

  async #write(row: ActiveRow, number: number, canary: PluginCanary | undefined, by: string): Promise<void> {
    if (!canary) return writeActive(row, { action: 'activate', by, number });
    if (canary.groups.length === 0 && canary.percent === 0)
      throw new HttpError(
        400,
        'BAD_PLUGIN_CANARY',
        'A canary needs at least one group, or a share of users greater than 0',
      );
    return writeActive(row, { action: 'canary', by, number: row.number, canary: number, ...canary });
  }
}
