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
  const moved = JSON.stringify(Object.fromEntries(tags.map((tag) => [tag, version])));
  const path = tarballPath(name, version);

  await transaction(async () => {
    // The first version is the latest one, whatever it was tagged with.
    const result = await db().execute<{ tags: Record<string, string>; published: number }>(sql`
      WITH added AS (
        INSERT INTO npm_versions
          (repo, name, version, full_manifest, short_manifest, dist, readme, published, published_by)
        VALUES (${repo}, ${name}, ${version}, ${JSON.stringify(manifest)}, ${JSON.stringify(shortManifest(manifest))},
          ${dist}, ${contents.readme ?? null}, clock_timestamp(), ${by})
        ON CONFLICT DO NOTHING RETURNING published
      )
      INSERT INTO npm_packages AS p (repo, name, tags)
      SELECT ${repo}, ${name}, jsonb_build_object('latest', ${version}::text) || ${moved}::jsonb FROM added
      ON CONFLICT (repo, name) DO UPDATE
      SET tags = jsonb_build_object('latest', ${version}::text) || p.tags || ${moved}::jsonb,
        revision = nextval('npm_revisions'), modified = now()
      RETURNING tags, (SELECT (extract(epoch FROM published) * 1000)::float8 FROM added) AS published`);
    const [row] = result.rows;
    if (!row) {
      throw new HttpError(
        403,
        'VERSION_EXISTS',
        `You cannot publish over the previously published versions: ${version} of ${name} exists in ${repo}`,
      );
    }
    await putFile(repo, path, blob, by, { mimeType });
    const current = Object.entries(row.tags).flatMap(([tag, tagged]) => (tagged === version ? [tag] : []));
    await indexVersion(
      indexEntry({
        repo,
        name,
        version,
        manifest,
        created: new Date(row.published),
        file: { ...blob, path, mimeType },
        tags: current,
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
    _npmUser: { name: by },
    ...(runsAtInstallation(manifest) || contents.hasBindingGyp ? { hasInstallScript: true } : {}),
  };
}
