import { foldersOf } from '../../../../files/paths.ts';
import { indexColumns } from '../../../../packages/indexing.ts';
import type { NpmPublication } from '../npmPublication.ts';

/** An argument of `publish_npm_versions`. */
export type VersionRow = Readonly<Record<string, unknown>>;

/**
 * Computed before the version waits for the database, in the time that the database needs for
 * others.
 */
export function versionRow(publication: NpmPublication): VersionRow {
  const { repo, name, version, path, mimeType, blob, by } = publication;
  const { sha256, sha1, md5, sha512 = null, size } = blob;
  const index = indexColumns(publication.indexed);
  return {
    ...{ repo, name, version, path, folders: foldersOf(path), mime_type: mimeType },
    ...{ sha256, sha1, md5, sha512, size },
    full_manifest: publication.fullManifest,
    short_manifest: publication.shortManifest,
    dist: publication.dist,
    readme: publication.readme ?? null,
    provenance: publication.provenance ?? null,
    published_by: by,
    new_tags: publication.tags,
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
