import { sql } from 'drizzle-orm';
import { db, transaction } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { shown } from '../../../errors/shown.ts';
import { findFile } from '../../../files/files.ts';
import { assertAnnotatable } from '../../../files/filesInUse.ts';
import { indexVersion } from '../../../packages/indexing.ts';
import { checkTag, checkVersion, tarballPath } from '../names.ts';
import { shortManifest } from '../packument/shortManifest.ts';
import { indexEntry } from '../publish/indexEntry.ts';
import { objectOf } from '../publish/readPublish.ts';
import { type LockedPackage, lockPackage, saveTags } from './lockedPackage.ts';
import { remainingTags, removeVersion } from './unpublish.ts';

type Document = Record<string, unknown>;

interface StoredVersion extends Record<string, unknown> {
  version: string;
  manifest: string;
  readme: string | null;
  published: number;
}

/**
 * Applies a packument edited by a client. `npm deprecate` sends it to the package's URL; `npm
 * unpublish` sends it to the URL of a revision, and only there can it omit versions and move tags.
 * `mayDelete` is called before anything is deleted.
 */
export async function changePackage(
  repo: string,
  name: string,
  document: Document,
  rev: string | undefined,
  mayDelete: () => Promise<void>,
): Promise<void> {
  if (document.versions === undefined) {
    throw invalidChange(
      "it has no 'versions'. Owners and stars are not supported; permissions belong to the repository",
    );
  }
  const wanted = objectOf(document.versions, `'versions'`);
  for (const version of Object.keys(wanted)) checkVersion(version);
  await transaction(async () => {
    const locked = await lockPackage(repo, name, rev);
    const { rows } = await db().execute<StoredVersion>(sql`
      SELECT version, full_manifest AS manifest, readme, (extract(epoch FROM published) * 1000)::float8 AS published
      FROM npm_versions WHERE repo = ${repo} AND name = ${name}`);
    const stored = new Map(rows.map((row) => [row.version, row]));
    const unknown = Object.keys(wanted).find((version) => !stored.has(version));
    if (unknown) throw invalidChange(`version ${shown(unknown)} has no tarball`);

    for (const row of rows) {
      const given = Object.hasOwn(wanted, row.version) ? wanted[row.version] : undefined;
      if (given !== undefined)
        await deprecate(locked, row, objectOf(given, `'versions' → ${row.version}`).deprecated);
    }
    if (rev === undefined) return saveTags(locked, locked.tags);

    const removed = rows.filter(({ version }) => !Object.hasOwn(wanted, version));
    if (removed.length > 0) await mayDelete();
    for (const { version } of removed) await removeVersion(locked, version);
    await saveTags(locked, await remainingTags(locked, readTags(document['dist-tags'], locked)));
  });
}

function readTags(value: unknown, { tags }: LockedPackage): Record<string, string> {
  if (value === undefined) return tags;
  return Object.fromEntries(
    Object.entries(objectOf(value, `'dist-tags'`)).map(([tag, version]) => [
      checkTag(tag),
      checkVersion(version),
    ]),
  );
}

/** An empty message removes the deprecation, as npm's client does. */
async function deprecate({ repo, name }: LockedPackage, row: StoredVersion, message: unknown): Promise<void> {
  if (message !== undefined && typeof message !== 'string') {
    throw invalidChange(`'versions' → ${row.version} → 'deprecated' is not a string`);
  }
  const { deprecated, ...manifest } = JSON.parse(row.manifest) as Document;
  if ((deprecated ?? '') === (message ?? '')) return;
  await assertAnnotatable(repo, [tarballPath(name, row.version)]);
  const changed: Document = message ? { ...manifest, deprecated: message } : manifest;
  await db().execute(sql`
    UPDATE npm_versions SET full_manifest = ${JSON.stringify(changed)},
      short_manifest = ${JSON.stringify(shortManifest(changed))}
    WHERE repo = ${repo} AND name = ${name} AND version = ${row.version}`);
  const file = await findFile(repo, tarballPath(name, row.version));
  if (!file) return;
  const { version, readme } = row;
  const created = new Date(row.published);
  await indexVersion(
    indexEntry({
      repo,
      name,
      version,
      manifest: changed,
      created,
      file,
      ...(readme === null ? {} : { readme }),
    }),
  );
}

function invalidChange(what: string): HttpError {
  return new HttpError(400, 'BAD_CHANGE', `Invalid change: ${what}`);
}
