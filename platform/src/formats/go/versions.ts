import { bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import { type FileRow, findFile } from '../../files/files.ts';
import { listVersions } from '../../packages/packageRows.ts';
import type { Arriving } from '../../plainFiles/remote/fetchFile.ts';
import { remoteFile } from '../../plainFiles/remote/remoteFile.ts';
import { textOf } from '../../plainFiles/remote/textOf.ts';
import { eachUpstream, firstUpstream, type Sources } from '../../plainFiles/sources.ts';
import type { Repository } from '../../repositories/Repository.ts';
import { UpstreamError } from '../../repositories/upstream/UpstreamError.ts';
import { packagesType } from './files.ts';
import { filePath, type GoPath } from './goPath.ts';
import { escapeModule } from './modulePath.ts';
import { inOrder, isCanonical, isPseudo, latestOf } from './moduleVersion.ts';
import { defaultGoMod, readModuleZip } from './moduleZip.ts';

/** Maximum bytes of an upstream's response about a module's versions. */
const listLimit = 2 * 1024 ** 2;

/**
 * The versions of a module without pseudo-versions, as the protocol requires; undefined if the
 * module is unknown.
 */
export async function versionList(
  { locals, remotes }: Sources,
  module: string,
): Promise<string[] | undefined> {
  const own = await ownVersions(locals, module);
  const path = `${escapeModule(module)}/@v/list`;
  const upstreams = await eachUpstream(remotes, own.length > 0, async (remote) => {
    const file = await remoteFile(remote, path, { limit: listLimit });
    return file && (await textOf(file)).split(/\s+/).filter(isCanonical);
  });
  if (!own.length && !upstreams.length) return undefined;
  const all = new Set([...own, ...upstreams.flat()]);
  return inOrder([...all].filter((version) => !isPseudo(version)));
}

/** A version and its creation time, as in an `.info` file. */
export interface VersionInfo {
  Version: string;
  Time?: string;
}

/** The newest version by the rule of the protocol; undefined if there is none. */
export async function latestInfo(sources: Sources, module: string): Promise<VersionInfo | undefined> {
  const own = latestOf(await ownVersions(sources.locals, module));
  const fromUpstream = await firstUpstream(sources.remotes, (remote) => remoteLatest(remote, module)).catch(
    (error: unknown) => {
      if (own !== undefined && error instanceof UpstreamError) return undefined;
      throw error;
    },
  );
  if (own === undefined || (fromUpstream && latestOf([own, fromUpstream.Version]) !== own))
    return fromUpstream;
  return localInfo(sources.locals, module, own);
}

async function remoteLatest(remote: Repository, module: string): Promise<VersionInfo | undefined> {
  const file = await remoteFile(remote, `${escapeModule(module)}/@latest`, { limit: listLimit });
  if (!file) return undefined;
  try {
    const { Version, Time } = JSON.parse(await textOf(file)) as Record<string, unknown>;
    if (typeof Version !== 'string' || !isCanonical(Version)) return undefined;
    return { Version, ...(typeof Time === 'string' ? { Time } : {}) };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function ownVersions(locals: readonly Repository[], module: string): Promise<string[]> {
  const each = await Promise.all(locals.map(({ key }) => listVersions(key, packagesType, module)));
  return [...new Set(each.flat())];
}

/** Reads the published `.info`, or falls back to the time when the archive was published. */
export async function localInfo(
  locals: readonly Repository[],
  module: string,
  version: string,
): Promise<VersionInfo | undefined> {
  for (const { key } of locals) {
    const zip = await findFile(key, filePath(module, version, 'zip'));
    if (!zip) continue;
    const info = await findFile(key, filePath(module, version, 'info'));
    if (info) return JSON.parse(await textOf(info)) as VersionInfo;
    return { Version: version, Time: zip.created.toISOString().replace(/\.\d+Z$/, 'Z') };
  }
  return undefined;
}

/**
 * One of a version's files: from the local repository that has its archive, otherwise from an
 * upstream.
 */
export async function versionFile(
  { locals, remotes }: Sources,
  path: string,
  { module, version }: Extract<GoPath, { kind: 'file' }>,
): Promise<FileRow | Arriving | undefined> {
  for (const { key } of locals) {
    if (!(await findFile(key, filePath(module, version, 'zip')))) continue;
    const file = await findFile(key, path);
    if (file) return file;
  }
  return firstUpstream(remotes, (remote) => remoteFile(remote, path));
}

/** The go.mod inside a version's archive, for a version whose separate go.mod was deleted. */
export async function embeddedGoMod(
  { locals }: Sources,
  { module, version }: Extract<GoPath, { kind: 'file' }>,
): Promise<string | undefined> {
  for (const { key } of locals) {
    const zip = await findFile(key, filePath(module, version, 'zip'));
    if (!zip) continue;
    const { goModText } = await readModuleZip(bytesOfBlob(zip), module, version);
    return goModText?.toString() ?? defaultGoMod(module);
  }
  return undefined;
}
