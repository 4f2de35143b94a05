import type { FileRow } from '../../files/files.ts';
import type { IndexedVersion } from '../../packages/IndexedVersion.ts';
import { indexVersion, unindexVersion } from '../../packages/indexing.ts';
import { type CoreMetadata, parseCoreMetadata } from './distribution/coreMetadata.ts';
import { licensesOf } from './distribution/licenses.ts';
import { readmeOf } from './distribution/readme.ts';
import { readRequirements } from './distribution/requirements.ts';
import { filesOfRelease, type ReleaseFile, rawMetadata } from './releaseFiles.ts';
import type { NewFile } from './upload/NewFile.ts';

export const packageType = 'pypi';

/**
 * Rebuilds the index entry of a release from its files, in the current transaction. Without files,
 * deletes the entry.
 */
export async function indexRelease(repo: string, project: string, version: string): Promise<void> {
  const files = await filesOfRelease(repo, project, version);
  const lead = leadOf(files);
  if (!lead) return unindexVersion({ repo, type: packageType, name: project, version });
  await indexVersion({
    repo,
    type: packageType,
    name: project,
    version,
    created: files[0]?.uploaded ?? lead.uploaded,
    ...(await detailsOfStored(lead)),
    leadFile: lead.path,
    files,
    ...deprecation(files),
  });
}

/**
 * The release of a file that is being stored, next to `siblings`, the other files of the release.
 */
export async function indexedRelease(
  file: FileRow,
  { request, distribution }: NewFile,
  siblings: readonly ReleaseFile[],
): Promise<IndexedVersion> {
  const { project, version, parsed } = request;
  const lead = leadOf([...siblings, { kind: parsed.kind, path: file.path }]);
  const stored = siblings.find(({ path }) => path === lead?.path);
  return {
    repo: file.repo,
    type: packageType,
    name: project,
    version,
    created: siblings[0]?.uploaded ?? file.modified,
    ...(stored ? await detailsOfStored(stored) : detailsOf(distribution.metadata)),
    leadFile: (stored ?? file).path,
    files: [...siblings, file],
  };
}

async function detailsOfStored({ repo, project, filename }: ReleaseFile): Promise<Details> {
  const raw = (await rawMetadata(repo, project, filename)) ?? Buffer.alloc(0);
  return detailsOf(parseCoreMetadata(raw.toString().replaceAll('\0', '')));
}

type Details = Pick<
  IndexedVersion,
  'description' | 'licenses' | 'keywords' | 'dependencies' | 'devDependencies' | 'readme'
>;

/** The indexed part of a distribution's metadata. */
function detailsOf(metadata: CoreMetadata): Details {
  const { dependencies, optional } = readRequirements(metadata.requiresDist);
  const readme = readmeOf(metadata);
  return {
    ...(metadata.summary === undefined ? {} : { description: metadata.summary }),
    licenses: licensesOf(metadata),
    keywords: metadata.keywords,
    dependencies,
    devDependencies: optional,
    ...(readme === undefined ? {} : { readme }),
  };
}

/**
 * Metadata comes from the first wheel, because a wheel is what is installed; otherwise from the
 * first file.
 */
export function leadOf<File extends Pick<ReleaseFile, 'kind'>>(files: readonly File[]): File | undefined {
  return files.find(({ kind }) => kind === 'bdist_wheel') ?? files[0];
}

function deprecation(files: readonly ReleaseFile[]): { deprecated?: string } {
  if (files.some(({ yanked }) => yanked === null)) return {};
  const reason = files.map(({ yanked }) => yanked).find(Boolean);
  return { deprecated: reason ? `Yanked: ${reason}` : 'Yanked' };
}
