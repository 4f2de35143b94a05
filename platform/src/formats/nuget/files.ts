import { bytesOfBlob } from '../../archives/ArchiveBytes.ts';
import { transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type FileRow, findFile, removeFile } from '../../files/files.ts';
import { fileRemoved } from '../../packages/fileVersions.ts';
import type { IndexedVersion } from '../../packages/IndexedVersion.ts';
import { indexVersion, unindexVersion } from '../../packages/indexing.ts';
import type { ArrivedFile, PlainFiles } from '../../pipeline/Format.ts';
import { asidePath, findKept } from '../../plainFiles/remote/asideFiles.ts';
import { plausibleTime, upstreamTime } from '../../plainFiles/remote/upstreamTime.ts';
import type { Repository } from '../../repositories/Repository.ts';
import { UpstreamError } from '../../repositories/upstream/UpstreamError.ts';
import type { DependencyGroup } from './package/nuspec.ts';
import { type PackageContents, readPackage } from './package/readPackage.ts';
import { acceptSymbols, isSymbols, symbolsOf, symbolsPath } from './symbols.ts';
import { locatePackageFile } from './upstream/locate.ts';
import { cachePath, isUpstreamMetadata } from './upstream/paths.ts';
import { upstreamVersions } from './upstream/versions.ts';
import { dropVersion, findStoredVersion, knownId, lockId, lowerVersion, saveVersion } from './versions.ts';

export const type = 'nuget';
const invalidPackage = (message: string) => new HttpError(400, 'BAD_PACKAGE', message);

/** Path of a published package, the same as in the flat container. */
export function packagePath(id: string, version: string): string {
  const [lower, normal] = [id.toLowerCase(), lowerVersion(version)];
  return `${lower}/${normal}/${lower}.${normal}.nupkg`;
}

/** Packages, at any path. Upstream metadata is stored below `.v3/`. */
export const nugetFiles: PlainFiles = {
  check(path) {
    if (!/\.s?nupkg$/i.test(path) || isUpstreamMetadata(path))
      throw invalidPackage(`'${path.slice(0, 200)}' is not a package. Expected {id}.{version}.nupkg.`);
  },
  async inspect(arrived) {
    if (isSymbols(arrived.path)) return acceptSymbols(arrived);
    if (!/\.nupkg$/i.test(arrived.path)) return undefined;
    if (arrived.repository.type === 'local') await rejectExisting(arrived.repository, arrived.path);
    const foreign = arrived.repository.type !== 'local';
    const contents = await readPackage(bytesOfBlob(arrived.blob), { foreign });
    const published = foreign ? await upstreamPublishTime(arrived.repository, contents) : undefined;
    return publisher(arrived, contents, published);
  },
  async index() {},
  async unindex(repo, path) {
    const symbols = isSymbols(path) ? symbolsOf(path) : undefined;
    const held = symbols && (await findStoredVersion(repo, symbols.id, symbols.version));
    if (held) return fileRemoved({ repo, type, name: held.id, version: held.version }, path);
    const gone = await dropVersion(repo, path);
    if (!gone) return;
    await unindexVersion({ repo, type, name: gone.id, version: gone.version });
    // Symbols are useless without their package.
    const owner = { name: gone.id, version: gone.version };
    await removeFile(repo, symbolsPath(gone.id, gone.version), { owner });
  },
  async packageOf(path) {
    const id = idIn(path);
    return id === undefined ? undefined : ((await knownId(id)) ?? id);
  },
  locate: locatePackageFile,
  immutable: (path) => /\.nu(?:pkg|spec)$/.test(path),
};

/** The package ID of a cached upstream file; undefined for a file without a package. */
function idIn(path: string): string | undefined {
  if (isUpstreamMetadata(path))
    return /^\.v3\/(?:versions|registration)\/([^/]+)/.exec(path)?.[1]?.replace(/\.json$/, '');
  return /^([^/]+)\/[^/]+\/[^/]+\.(?:s?nupkg|nuspec)$/.exec(path)?.[1];
}

/** Throws `HttpError` 409 if the package exists, unless the repository allows overwriting. */
async function rejectExisting({ key, options }: Repository, path: string): Promise<void> {
  if (options.allowOverwrite !== true && (await findFile(key, path))) throw exists(key, path);
}

function exists(repo: string, what: string): HttpError {
  return new HttpError(
    409,
    'VERSION_EXISTS',
    `${repo} already has ${what}. Publish the package with another version.`,
  );
}

function publisher(
  { repository, path }: ArrivedFile,
  contents: PackageContents,
  publishedAt?: Date,
): (file: FileRow) => Promise<void> {
  const { key, options, type: rclass } = repository;
  const { version, semver2, entry } = contents;
  return (file) =>
    transaction(async () => {
      await lockId(contents.id);
      const existing = await findStoredVersion(key, contents.id, version.normal);
      const published = publishedAt ?? (await upstreamTime(key, path)) ?? file.modified;
      if (rclass === 'local') {
        // Of two concurrent publishes, the second gets here after the first has finished.
        const conflicts = existing && (existing.path !== path || options.allowOverwrite !== true);
        if (conflicts) throw exists(key, `${existing.id} ${existing.version}`);
      }
      const id = (await knownId(contents.id)) ?? contents.id;
      if (existing && existing.version !== version.full)
        await unindexVersion({ repo: key, type, name: existing.id, version: existing.version });
      await saveVersion({
        ...{ repo: key, id, version: version.full, sortKey: '', prerelease: version.prerelease, semver2 },
        ...{ listed: existing?.listed ?? true, published, path, entry },
      });
      const symbols = rclass === 'local' ? await findFile(key, symbolsPath(id, version.normal)) : undefined;
      await indexVersion(indexEntry(id, [file, ...(symbols ? [symbols] : [])], contents, published));
    });
}

function indexEntry(
  id: string,
  files: [FileRow, ...FileRow[]],
  { version, entry, licenses, readme }: PackageContents,
  created: Date,
): IndexedVersion {
  const description = entry.description ?? entry.summary;
  return {
    repo: files[0].repo,
    type,
    name: id,
    version: version.full,
    created,
    licenses,
    ...(description ? { description } : {}),
    ...(entry.tags ? { keywords: entry.tags } : {}),
    dependencies: flatDependencies(entry.dependencyGroups ?? []),
    ...(readme ? { readme } : {}),
    leadFile: files[0].path,
    files,
  };
}

/**
 * The publish time according to the upstream, if its registration is already cached. Caching a file
 * does not request it.
 */
async function upstreamPublishTime(
  remote: Repository,
  { id, version }: PackageContents,
): Promise<Date | undefined> {
  if (!(await findKept(remote.key, asidePath(cachePath.registration(id))))) return undefined;
  try {
    const known = await upstreamVersions(remote, id);
    const found = known?.find((each) => lowerVersion(each.version) === lowerVersion(version.full));
    return plausibleTime(found?.published.toISOString());
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}

/** One entry per package ID. The frameworks follow a range if not all share it. */
function flatDependencies(groups: readonly DependencyGroup[]): Record<string, string> {
  const found = new Map<string, { id: string; ranges: Map<string, string[]> }>();
  for (const { targetFramework, dependencies } of groups) {
    for (const { id, range } of dependencies) {
      const known = found.get(id.toLowerCase()) ?? { id, ranges: new Map<string, string[]>() };
      found.set(id.toLowerCase(), known);
      known.ranges.set(range, [...(known.ranges.get(range) ?? []), targetFramework ?? 'any']);
    }
  }
  const frameworks = new Set(groups.map(({ targetFramework }) => targetFramework ?? 'any'));
  return Object.fromEntries(
    [...found.values()].map(({ id, ranges }) => {
      const everywhere = ranges.size === 1 && [...ranges.values()][0]?.length === frameworks.size;
      const shown = [...ranges].map(([range, of]) => (everywhere ? range : `${range} (${of.join(', ')})`));
      return [id, shown.join(', ')];
    }),
  );
}
