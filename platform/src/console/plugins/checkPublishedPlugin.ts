import { Readable } from 'node:stream';
import { HttpError } from '../../errors/HttpError.ts';
import type { PublicationCheck } from '../../formats/npm/publish/publicationCheck.ts';
import { nameOf } from '../map/pluginName.ts';
import { unpack } from './Plugin.ts';
import { PLUGINS_REPOSITORY } from './RepositorySource.ts';
import { readPackage } from './readPackage.ts';

/** Rejects a package in `plugins-local` that the console could not load. */
export const checkPublishedPlugin: PublicationCheck = async (repo, { name, version }, open) => {
  if (repo !== PLUGINS_REPOSITORY) return;
  if (nameOf(name) === undefined) {
    throw rejected(
      `Invalid plugin name "${name}". Expected @lading/plugin-NAME, lading-plugin-NAME, or @scope/lading-plugin-NAME.`,
    );
  }
  const bytes = await open();
  const tarball = Buffer.isBuffer(bytes) ? Readable.from([bytes]) : bytes;
  const files = await readPackage(tarball).catch((error: Error) => {
    throw rejected(`Failed to unpack ${name} ${version}: ${error.message}`);
  });
  const unpacked = unpack(name, version, files);
  if ('problem' in unpacked) throw rejected(unpacked.problem.cause);
};

function rejected(cause: string): HttpError {
  return new HttpError(400, 'INVALID_PLUGIN', `The console cannot load this plugin: ${cause}.`);
}
