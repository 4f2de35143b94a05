import type { StagedBlob } from '../../../blobs/BlobStore.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { foldersOf } from '../../../files/paths.ts';
import { indexColumns } from '../../../packages/indexing.ts';
import { integrityOf } from '../integrity.ts';
import { tarballPath } from '../names.ts';
import { runsAtInstallation, shortManifest } from '../packument/shortManifest.ts';
import type { TarballContents } from '../tarball.ts';
import { indexEntry } from './indexEntry.ts';
import type { PublishRequest } from './readPublish.ts';
import { storeTogether, type VersionRow } from './storeTogether.ts';

const mimeType = 'application/gzip';

/**
 * Makes the version part of the repository, all of it in one transaction: what it says, its bytes' row, its file and its entry
 * in the index. Throws `HttpError` 403 when the version exists: of two that publish one version at once exactly one gets
 * through.
 */
export async function storeVersion(
  repo: string,
  request: PublishRequest,
  blob: StagedBlob,
  contents: TarballContents,
  by: string,
): Promise<void> {
  const { name, version } = request;
  if (await storeTogether().store(versionRow(repo, request, blob, contents, by))) return;
  throw new HttpError(
    403,
    'VERSION_EXISTS',
    `You cannot publish over the previously published versions: ${version} of ${name} exists in ${repo}`,
  );
}

function versionRow(
  repo: string,
  request: PublishRequest,
  blob: StagedBlob,
  contents: TarballContents,
  by: string,
): VersionRow {
  const { name, version, tags } = request;
  const manifest = ownManifest(request, contents, by);
  const { sha256, sha1, md5, sha512 = null, size } = blob;
  const { fileCount, unpackedSize, readme } = contents;
  const path = tarballPath(name, version);
  const index = indexColumns(
    indexEntry({
      repo,
      name,
      version,
      manifest,
      // The database says when it was published.
      created: new Date(0),
      file: { ...blob, path, mimeType },
      ...(readme === undefined ? {} : { readme }),
    }),
  );
  return {
    ...{ repo, name, version, path, folders: foldersOf(path), mime_type: mimeType },
    ...{ sha256, sha1, md5, sha512, size },
    full_manifest: JSON.stringify(manifest),
    short_manifest: JSON.stringify(shortManifest(manifest)),
    dist: JSON.stringify({ integrity: integrityOf(blob), shasum: sha1, fileCount, unpackedSize }),
    readme: readme ?? null,
    published_by: by,
    new_tags: tags,
    lower_name: index.lowerName,
    sort_key: index.sortKey,
    prerelease: index.prerelease,
    licenses: index.licenses,
    deprecated: index.deprecated,
    description: index.description,
    keywords: index.keywords,
    dependencies: index.dependencies,
    dev_dependencies: index.devDependencies,
    shown_readme: index.readme,
  };
}

/** What the client sent, without what is kept elsewhere, and with what only the tarball can tell. */
function ownManifest({ manifest, name, version }: PublishRequest, contents: TarballContents, by: string) {
  const { dist: _dist, readme: _readme, hasInstallScript: _claimed, ...rest } = manifest;
  return {
    ...rest,
    _id: `${name}@${version}`,
    _npmUser: { name: by, email: '' },
    maintainers: [{ name: by, email: '' }],
    ...(runsAtInstallation(manifest) || contents.hasBindingGyp ? { hasInstallScript: true } : {}),
  };
}
