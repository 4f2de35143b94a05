import type { PluginRevocation, PluginRevoked, ReleasePlugin } from '@lading/contract/rest';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { Seal } from '../../secrets/Seal.ts';
import type { Console } from '../Console.ts';
import { placeOf } from '../map/parseMap.ts';
import { PLUGINS_REPOSITORY } from '../plugins/RepositorySource.ts';
import type { ActiveReleases } from './ActiveReleases.ts';
import { isPublished } from './publishedPlugins.ts';
import { type ActiveRow, activeRow, findRelease, touchActive, writeActive } from './releaseRows.ts';
import { openRelease } from './releaseSignature.ts';
import { deleteRevocation, insertRevocation, type RevocableVersion, versionKey } from './revocations.ts';
import { storeRelease } from './storeRelease.ts';

export interface RevocationParts {
  seal: Seal;
  site: Console;
  active: ActiveReleases;
}

/**
 * Revokes versions of plugins: no page of any node loads them any more, whatever release set,
 * rollback, or `importmap.json` contains them.
 */
export class VersionRevocations {
  constructor(private readonly parts: RevocationParts) {}

  /**
   * Also removes the version from the active set, by a new one, and stops a canary that has it, so
   * that open pages notice. Throws `HttpError` 404 or 409.
   */
  async revoke({ reason, ...of }: PluginRevocation, by: string): Promise<PluginRevoked> {
    await this.#requireRevocable(of);
    const done = await transaction(async () => {
      const row = await activeRow({ lock: true });
      if (!(await insertRevocation(of, reason, by)))
        throw new HttpError(409, 'PLUGIN_VERSION_REVOKED', `${versionKey(of)} is already revoked`);
      return this.#replaceActive(row, of, reason, by);
    });
    await this.parts.active.reread();
    return done;
  }

  /** Throws `HttpError` 404 if the version is not revoked. */
  async restore(of: RevocableVersion): Promise<void> {
    await transaction(async () => {
      await activeRow({ lock: true });
      if (!(await deleteRevocation(of)))
        throw new HttpError(404, 'PLUGIN_VERSION_NOT_FOUND', `${versionKey(of)} is not revoked`);
      await touchActive();
    });
    await this.parts.active.reread();
  }

  async #requireRevocable({ specifier, version }: RevocableVersion): Promise<void> {
    const { site } = this.parts;
    await site.readMaps();
    if (placeOf(site.shipped.get(specifier) ?? '')?.version === version)
      throw new HttpError(
        409,
        'PLUGIN_CONFLICT',
        `${specifier} ${version} comes with the console and cannot be revoked. Disable it, or install another version`,
      );
    if (!(await isPublished(PLUGINS_REPOSITORY, specifier, version)))
      throw new HttpError(
        404,
        'PLUGIN_VERSION_NOT_FOUND',
        `${PLUGINS_REPOSITORY} does not contain ${specifier} ${version}`,
      );
  }

  async #replaceActive(
    row: ActiveRow,
    of: RevocableVersion,
    reason: string,
    by: string,
  ): Promise<PluginRevoked> {
    const isRevoked = (entry: ReleasePlugin) => entry.enabled && versionKey(entry) === versionKey(of);
    const entries = await this.#entriesOf(row.number);
    const rest = entries.filter((entry) => !isRevoked(entry));
    const stops = (await this.#entriesOf(row.canary)).some(isRevoked);
    const stoppedCanary = stops && row.canary !== null ? { stoppedCanary: row.canary } : {};
    if (rest.length < entries.length) {
      const note = `${versionKey(of)} revoked: ${reason}`;
      const content = { createdBy: by, note, basedOn: row.number, entries: rest };
      const { number } = await storeRelease(this.parts.seal, content);
      const { canary, groups, percent } = row;
      await writeActive(row, {
        ...{ action: 'activate', by, number },
        ...(stops ? {} : { canary, groups, percent }),
      });
      return { activated: number, ...stoppedCanary };
    }
    if (stops) await writeActive(row, { action: 'stop', by, number: row.number });
    else await touchActive();
    return stoppedCanary;
  }

  /** None of a set whose signature is not valid: nodes do not use it. */
  async #entriesOf(number: number | null): Promise<readonly ReleasePlugin[]> {
    const row = number === null ? undefined : await findRelease(number);
    if (!row) return [];
    const opened = await openRelease(this.parts.seal, row.number, row);
    return 'set' in opened ? opened.set.entries : [];
  }
}
