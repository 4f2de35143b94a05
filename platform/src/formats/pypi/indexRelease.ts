import type { IndexedVersion } from '../../packages/IndexedVersion.ts';
import { indexVersion, unindexVersion } from '../../packages/indexing.ts';
import { type CoreMetadata, parseCoreMetadata } from './distribution/coreMetadata.ts';
import { licensesOf } from './distribution/licenses.ts';
import { readmeOf } from './distribution/readme.ts';
import { readRequirements } from './distribution/requirements.ts';
import { filesOfRelease, type ReleaseFile, rawMetadata } from './releaseFiles.ts';

export const packageType = 'pypi';

/** Makes the index of packages say what the release's files say, in the current transaction; without files it says nothing. */
export async function indexRelease(repo: string, project: string, version: string): Promise<void> {
  const files = await filesOfRelease(repo, project, version);
  const lead = leadOf(files);
  if (!lead) return unindexVersion({ repo, type: packageType, name: project, version });
  const raw = await rawMetadata(repo, project, lead.filename);
  await indexVersion({
    repo,
    type: packageType,
    name: project,
    version,
    created: files[0]?.uploaded ?? lead.uploaded,
    ...detailsOf(parseCoreMetadata((raw ?? Buffer.alloc(0)).toString().replaceAll('\0', ''))),
    leadFile: lead.path,
    files,
    ...deprecation(files),
  });
}

type Details = Pick<
  IndexedVersion,
  'description' | 'licenses' | 'keywords' | 'dependencies' | 'devDependencies' | 'readme'
>;

/** What a distribution says of itself, as the index is told. */
export function detailsOf(metadata: CoreMetadata): Details {
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

/** A wheel tells what is installed; of several the first. */
export function leadOf(files: readonly ReleaseFile[]): ReleaseFile | undefined {
  return files.find(({ kind }) => kind === 'bdist_wheel') ?? files[0];
}

function deprecation(files: readonly ReleaseFile[]): { deprecated?: string } {
  if (files.some(({ yanked }) => yanked === null)) return {};
  const reason = files.map(({ yanked }) => yanked).find(Boolean);
  return { deprecated: reason ? `Yanked: ${reason}` : 'Yanked' };
}
