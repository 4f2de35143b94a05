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
import { isSymbols, symbolsOf, symbolsPath, takeSymbols } from './symbols.ts';
import { locatePackageFile } from './upstream/locate.ts';
import { isUpstreamMetadata, kept } from './upstream/paths.ts';
import { upstreamVersions } from './upstream/versions.ts';
import { dropVersion, heldVersion, knownId, lockId, lowerVersion, saveVersion } from './versions.ts';

export const type = 'nuget';
const bad = (message: string) => new HttpError(400, 'BAD_PACKAGE', message);

/** Where a package lies that was published: as the flat container names it. */
export function packagePath(id: string, version: string): string {
  const [lower, normal] = [id.toLowerCase(), lowerVersion(version)];
  return `${lower}/${normal}/${lower}.${normal}.nupkg`;
}

/** Packages, at any path; what is asked of an upstream beside them lies below `.v3/`. */
export const nugetFiles: PlainFiles = {
  check(path) {
    if (!/\.s?nupkg$/i.test(path) || isUpstreamMetadata(path))
      throw bad(`'${path.slice(0, 200)}' is not a package. Expected {id}.{version}.nupkg.`);
  },
  async inspect(arrived) {
    if (isSymbols(arrived.path)) return takeSymbols(arrived);
    if (!/\.nupkg$/i.test(arrived.path)) return undefined;
    if (arrived.repository.type === 'local') await refuseAgain(arrived.repository, arrived.path);
    const foreign = arrived.repository.type !== 'local';
    const contents = await readPackage(bytesOfBlob(arrived.blob), { foreign });
    const told = foreign ? await publishedUpstream(arrived.repository, contents) : undefined;
    return taker(arrived, contents, told);
  },
  async index() {},
  async unindex(repo, path) {
    const symbols = isSymbols(path) ? symbolsOf(path) : undefined;
    const held = symbols && (await heldVersion(repo, symbols.id, symbols.version));
    if (held) return fileRemoved({ repo, type, name: held.id, version: held.version }, path);
    const gone = await dropVersion(repo, path);
    if (!gone) return;
    await unindexVersion({ repo, type, name: gone.id, version: gone.version });
    // They are of no use without what they are of.
    await removeFile(repo, symbolsPath(gone.id, gone.version));
  },
  async packageOf(path) {
    const id = idIn(path);
    return id === undefined ? undefined : ((await knownId(id)) ?? id);
  },
  locate: locatePackageFile,
  immutable: (path) => /\.nu(?:pkg|spec)$/.test(path),
};

/** Of an upstream's file as it is kept here; undefined for what is of no package. */
function idIn(path: string): string | undefined {
  if (isUpstreamMetadata(path))
    return /^\.v3\/(?:versions|registration)\/([^/]+)/.exec(path)?.[1]?.replace(/\.json$/, '');
  return /^([^/]+)\/[^/]+\/[^/]+\.(?:s?nupkg|nuspec)$/.exec(path)?.[1];
}

/** Throws `HttpError` 409 for a package that is there, unless the repository lets packages change. */
async function refuseAgain({ key, options }: Repository, path: string): Promise<void> {
  if (options.allowOverwrite !== true && (await findFile(key, path))) throw exists(key, path);
}

function exists(repo: string, what: string): HttpError {
  return new HttpError(
    409,
    'VERSION_EXISTS',
    `${repo} already has ${what}. Publish the package with another version.`,
  );
}

function taker(
  { repository, path }: ArrivedFile,
  contents: PackageContents,
  told?: Date,
): (file: FileRow) => Promise<void> {
  const { key, options, type: rclass } = repository;
  const { version, semver2, entry } = contents;
  return (file) =>
    transaction(async () => {
      await lockId(contents.id);
      const there = await heldVersion(key, contents.id, version.normal);
      const published = told ?? (await upstreamTime(key, path)) ?? file.modified;
      if (rclass === 'local') {
        // Of two at once, the second is here once the first is done.
        const again = there && (there.path !== path || options.allowOverwrite !== true);
        if (again) throw exists(key, `${there.id} ${there.version}`);
      }
      const id = (await knownId(contents.id)) ?? contents.id;
      if (there && there.version !== version.full)
        await unindexVersion({ repo: key, type, name: there.id, version: there.version });
      await saveVersion({
        ...{ repo: key, id, version: version.full, sortKey: '', prerelease: version.prerelease, semver2 },
        ...{ listed: there?.listed ?? true, published, path, entry },
      });
      const symbols = rclass === 'local' ? await findFile(key, symbolsPath(id, version.normal)) : undefined;
      await indexVersion(indexEntry(id, [file, ...(symbols ? [symbols] : [])], contents, published));
    });
}

function indexEntry(
  id: string,
  files: [FileRow, ...FileRow[]],
  { version, entry, licences, readme }: PackageContents,
  created: Date,
): IndexedVersion {
  const description = entry.description ?? entry.summary;
  return {
    repo: files[0].repo,
    type,
    name: id,
    version: version.full,
    created,
    licenses: licences,
    ...(description ? { description } : {}),
    ...(entry.tags ? { keywords: entry.tags } : {}),
    dependencies: flatDependencies(entry.dependencyGroups ?? []),
    ...(readme ? { readme } : {}),
    leadFile: files[0].path,
    files,
  };
}

/** When the upstream says so where it has said it already: it is not asked for its documents because a file of it came. */
async function publishedUpstream(
  remote: Repository,
  { id, version }: PackageContents,
): Promise<Date | undefined> {
  if (!(await findKept(remote.key, asidePath(kept.registration(id))))) return undefined;
  try {
    const known = await upstreamVersions(remote, id);
    const found = known?.find((each) => lowerVersion(each.version) === lowerVersion(version.full));
    return plausibleTime(found?.published.toISOString());
  } catch (error) {
    if (error instanceof UpstreamError) return undefined;
    throw error;
  }
}

/** One line for each package; frameworks stand behind a range where not all have the same. */
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
