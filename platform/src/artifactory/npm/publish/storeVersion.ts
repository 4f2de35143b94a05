import { sql } from 'drizzle-orm';
import { HttpError } from '../../../http/errors.ts';
import { indexVersion } from '../../../metadata/indexing.ts';
import type { StagedBlob } from '../../../storage/blobs/BlobStore.ts';
import { db, transaction } from '../../../storage/db.ts';
import { putFile } from '../../files/files.ts';
import { integrityOf } from '../integrity.ts';
import { tarballPath } from '../names.ts';
import { runsAtInstallation, shortManifest } from '../packument/shortManifest.ts';
import type { TarballContents } from '../tarball.ts';
import { indexEntry } from './indexEntry.ts';
import type { PublishRequest } from './readPublish.ts';

const mimeType = 'application/gzip';

/**
 * Makes the version part of the repository, all of it in one transaction. Throws `HttpError` 403 when the version exists:
 * of two that publish one version at once exactly one gets through.
 */
export async function storeVersion(
  repo: string,
  request: PublishRequest,
  blob: StagedBlob,
  contents: TarballContents,
  by: string,
): Promise<void> {
  const { name, version, tags } = request;
  const manifest = ownManifest(request, contents, by);
  const dist = JSON.stringify({
    integrity: integrityOf(blob),
    shasum: blob.sha1,
    fileCount: contents.fileCount,
    unpackedSize: contents.unpackedSize,
  });
  const path = tarballPath(name, version);

  await transaction(async () => {
    const result = await db().execute<{ tags: string[]; published: number }>(sql`
      SELECT tags_now AS tags, (extract(epoch FROM published_at) * 1000)::float8 AS published
      FROM add_npm_version(${repo}, ${name}, ${version}, ${JSON.stringify(manifest)},
        ${JSON.stringify(shortManifest(manifest))}, ${dist}, ${contents.readme ?? null}, ${by}, ${sql.param(tags)})`);
    const [row] = result.rows;
    if (!row) {
      throw new HttpError(
        403,
        'VERSION_EXISTS',
        `You cannot publish over the previously published versions: ${version} of ${name} exists in ${repo}`,
      );
    }
    await putFile(repo, path, blob, by, { mimeType });
    await indexVersion(
      indexEntry({
        repo,
        name,
        version,
        manifest,
        created: new Date(row.published),
        file: { ...blob, path, mimeType },
        tags: row.tags,
        ...(contents.readme === undefined ? {} : { readme: contents.readme }),
      }),
    );
  });
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
