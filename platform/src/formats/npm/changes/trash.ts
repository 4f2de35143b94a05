import { sql } from 'drizzle-orm';
import semver from 'semver';
import { db, transaction } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { type FileRow, findFile } from '../../../files/files.ts';
import { setProperties } from '../../../files/properties.ts';
import { restoreFacts } from '../../../files/restoreFacts.ts';
import type { TrashedFile, TrashSupport } from '../../../pipeline/Format.ts';
import { versionOfTarball } from '../names.ts';
import { storeInTransaction } from '../publish/groups/PublishGroups.ts';
import { indexEntry } from '../publish/indexEntry.ts';
import type { NpmPublication } from '../publish/npmPublication.ts';
import { lockPackage, saveTags } from './lockedPackage.ts';

/** The row of a version, and the tags that pointed to it. */
interface TrashedVersion {
  name: string;
  version: string;
  fullManifest: string;
  shortManifest: string;
  dist: string;
  readme: string | null;
  /** Absent in descriptions of earlier versions of Lading. */
  provenance?: string | null;
  published: string;
  publishedBy: string;
  tags: string[];
}

/** Versions are published again with their original manifests, dates, and publishers. */
export const npmTrash: TrashSupport = {
  async describe(repo, files) {
    const wanted = files.flatMap(({ path }) => {
      const [name = '', tarball = ''] = path.split('/-/');
      const version = versionOfTarball(name, tarball);
      return version === undefined ? [] : [{ path, name, version }];
    });
    const states = await versionsAt(repo, wanted);
    return new Map(
      files.map(({ path }) => {
        const state = states.get(path);
        return [path, state ? { state } : null];
      }),
    );
  },
  async restore({ key: repo }, files) {
    for (const file of files) if (file.state) await restoreVersion(repo, file);
  },
};

async function versionsAt(
  repo: string,
  wanted: readonly { path: string; name: string; version: string }[],
): Promise<Map<string, TrashedVersion>> {
  const { rows } = await db().execute<TrashedVersion & { path: string } & Record<string, unknown>>(sql`
    SELECT w.path, v.name, v.version, v.full_manifest AS "fullManifest", v.short_manifest AS "shortManifest", v.dist, v.readme, v.provenance,
      to_char(v.published AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS published, v.published_by AS "publishedBy",
      ARRAY(SELECT t.key FROM jsonb_each_text(p.tags) t WHERE t.value = v.version ORDER BY 1) AS tags
    FROM json_to_recordset(${JSON.stringify(wanted)}::json) AS w (path text, name text, version text)
    JOIN npm_versions v ON v.repo = ${repo} AND v.name = w.name AND v.version = w.version
    JOIN npm_packages p ON p.repo = v.repo AND p.name = v.name`);
  return new Map(rows.map(({ path, ...state }) => [path, state]));
}

async function restoreVersion(repo: string, { path, blob, file, state }: TrashedFile): Promise<void> {
  const trashed = state as TrashedVersion;
  const { name, version, published, readme, dist } = trashed;
  const { shasum } = JSON.parse(dist) as { shasum?: string };
  const [folder, tarball = ''] = path.split('/-/');
  if (folder !== name || versionOfTarball(name, tarball) !== version || shasum !== blob.sha1)
    throw new HttpError(409, 'BAD_DESCRIPTION', `The description of ${repo}/${path} is of other content`);
  const given = { ...trashed, tags: await tagsToRestore(repo, trashed) };
  const publication = publicationOf(repo, given, { path, ...blob });
  await transaction(async () => {
    if (!(await storeInTransaction(publication))) {
      const existing = await findFile(repo, path);
      if (existing?.sha256 !== blob.sha256) throw exists(repo, name, version);
    }
    const locked = await lockPackage(repo, name);
    await db().execute(sql`
      UPDATE npm_versions SET published = ${published}::timestamptz, readme = ${readme}
      WHERE repo = ${repo} AND name = ${name} AND version = ${version}`);
    const row = await findFile(repo, path);
    if (row && file) {
      await restoreFacts(row, file);
      await setProperties(row, file.properties);
    }
    // Creates a new revision of the packument, which contains the date.
    await saveTags(locked, locked.tags);
  });
}

/** Tags that no other version has. `latest` moves back to the version if it is newer. */
async function tagsToRestore(repo: string, { name, version, tags }: TrashedVersion): Promise<string[]> {
  const { rows } = await db().execute<{ tags: Record<string, string> }>(
    sql`SELECT tags FROM npm_packages WHERE repo = ${repo} AND name = ${name}`,
  );
  const current = rows[0]?.tags ?? {};
  return tags.filter((tag) => {
    const other = current[tag];
    return other === undefined || (tag === 'latest' && semver.lt(other, version));
  });
}

function publicationOf(
  repo: string,
  trashed: TrashedVersion,
  blob: Pick<FileRow, 'path' | 'sha256' | 'sha1' | 'md5' | 'size'>,
): NpmPublication {
  const { name, version, fullManifest, shortManifest, dist, publishedBy, tags, published } = trashed;
  const mimeType = 'application/gzip';
  const shown = trashed.readme === null ? {} : { readme: trashed.readme };
  const provenance = typeof trashed.provenance === 'string' ? { provenance: trashed.provenance } : {};
  const manifest = JSON.parse(fullManifest) as Record<string, unknown>;
  const file = { ...blob, mimeType };
  return {
    ...{ repo, name, version, path: blob.path, by: publishedBy, mimeType, blob, tags },
    ...{ fullManifest, shortManifest, dist, ...shown, ...provenance },
    indexed: indexEntry({ repo, name, version, manifest, created: new Date(published), file, ...shown }),
  };
}

function exists(repo: string, name: string, version: string): HttpError {
  const message = `${repo} already has ${name} ${version} with different content. Delete that version first.`;
  return new HttpError(409, 'EXISTS', message);
}
