import { sql } from 'drizzle-orm';
import { db, sendPrepared, transaction } from '../../database/db.ts';
import { type FileRow, removeFile } from '../../files/files.ts';
import { fileRemoved } from '../../packages/fileVersions.ts';
import { indexVersion, unindexVersion, type VersionKey } from '../../packages/indexing.ts';
import { ensurePackage, lockPackage } from '../../packages/packageRows.ts';
import { upstreamTimes } from '../../plainFiles/remote/upstreamTime.ts';
import { queueInheritingVersions } from './inheritingVersions.ts';
import { isMainPom, packageName, parsePath } from './layout.ts';
import { savePlugin } from './metadata/plugins.ts';
import { type EffectivePom, effectivePom } from './pom/effectivePom.ts';
import { importedInto } from './pom/imports.ts';
import { importsOf, maxNameLength } from './pom/managed.ts';
import type { Pom } from './pom/readPom.ts';
import { chainOf, nameOf, readablePom } from './pom/storedPoms.ts';
import { filesOfVersion, latestFiles, leadOf, newestOfEachKind } from './versionFiles.ts';

export const type = 'maven';

/** Indexes a file after it was uploaded, replaced, or cached, in the same transaction. */
export async function indexMavenFile(file: FileRow): Promise<void> {
  const path = parsePath(file.path);
  if (path?.kind !== 'artifact') return;
  await refreshVersion({ repo: file.repo, type, name: packageName(path), version: path.version });
  await recordParent(file);
}

/** Batch form of `indexMavenFile`: each version is indexed once, with all its files. */
export async function indexMavenFiles(files: readonly FileRow[]): Promise<void> {
  const versions = new Map<string, VersionKey>();
  for (const { repo, path } of files) {
    const parsed = parsePath(path);
    if (parsed?.kind !== 'artifact') continue;
    const key = { repo, type, name: packageName(parsed), version: parsed.version };
    versions.set(JSON.stringify(key), key);
  }
  for (const key of versions.values()) await refreshVersion(key);
  for (const file of files) await recordParent(file);
}

/** Records the parent of a main POM, and queues the versions that inherit from the POM. */
async function recordParent(file: FileRow): Promise<void> {
  const path = parsePath(file.path);
  if (path?.kind !== 'artifact') return;
  if (!isMainPom(path)) return;
  const pom = await readablePom(file);
  if (!pom) return;
  saveParent(file, pom);
  if (pom.packaging === 'maven-plugin') await savePlugin(file.repo, path, pom.name);
  queueInheritingVersions(file.repo, nameOf(path));
}

/** Updates the index after a file was deleted, in the same transaction. */
export async function unindexMavenFile(repo: string, removed: string): Promise<void> {
  const path = parsePath(removed);
  if (path?.kind !== 'artifact') return;
  const key = { repo, type, name: packageName(path), version: path.version };
  const lead = parsePath((await leadPath(key)) ?? '');
  // The index contains no data from older builds of a snapshot.
  if (lead?.kind === 'artifact' && lead.fileVersion !== path.fileVersion) await fileRemoved(key, removed);
  else await refreshVersion(key);
}

/** Deletes a version's files and its index entry in the current transaction. */
export async function removeMavenVersion(key: VersionKey): Promise<void> {
  await transaction(async () => {
    await lockPackage(type, key.name);
    for (const { file } of await filesOfVersion(key)) await removeFile(key.repo, file.path);
    await unindexVersion(key);
  });
}

/** Rebuilds the index entry of a version from its files. */
export async function refreshVersion(key: VersionKey): Promise<void> {
  await transaction(async () => {
    // Locked before the files are read: a concurrent upload waits and then sees this change.
    const [, files] = await Promise.all([ensurePackage(type, key.name), filesOfVersion(key)]);
    if (!files.length) return unindexVersion(key);
    const newest = newestOfEachKind(files);
    const pomFile = newest.find(({ path }) => isMainPom(path))?.file;
    const pom = pomFile && (await readablePom(pomFile));
    const known = pomFile && pom && (await effectivePomOf(pomFile, pom));
    const leadFile = leadOf(newest, known?.packaging);
    const times = await upstreamTimes(
      key.repo,
      files.map(({ file }) => file.path),
    );
    await indexVersion({
      ...{ ...key, licenses: known?.licenses ?? [], leadFile },
      created: new Date(
        Math.min(...files.map(({ file }) => (times.get(file.path) ?? file.created).getTime())),
      ),
      ...(known?.description ? { description: known.description } : {}),
      ...(known ? { dependencies: known.dependencies, devDependencies: known.devDependencies } : {}),
      files: latestFiles(files, leadFile),
    });
  });
}

/** The effective POM: with the POMs that it inherits from and imports. */
async function effectivePomOf(file: FileRow, pom: Pom): Promise<EffectivePom> {
  const chain = await chainOf(file.repo, pom);
  const boms = importsOf(chain);
  if (!boms.length) return effectivePom(chain);
  await db().execute(sql`
    INSERT INTO maven_imports (file_id, bom)
    SELECT ${file.id}, bom FROM unnest(${sql.param(boms.map(nameOf))}::text[]) AS bom ON CONFLICT DO NOTHING`);
  return effectivePom(chain, await importedInto(file.repo, chain));
}

async function leadPath({ repo, name, version }: VersionKey): Promise<string | undefined> {
  const { rows } = await db().execute<{ lead: string }>(sql`
    SELECT v.lead_path AS lead FROM packages p JOIN versions v ON v.package_id = p.id
    WHERE p.type = ${type} AND p.name = ${name} AND v.repo = ${repo} AND v.name = ${version}`);
  return rows[0]?.lead;
}

function saveParent({ id }: FileRow, { parent }: Pom): void {
  if (parent && nameOf(parent).length <= maxNameLength)
    sendPrepared(
      'keep-maven-parent',
      sql`INSERT INTO maven_parents (file_id, parent) VALUES (${id}, ${nameOf(parent)})
        ON CONFLICT (file_id) DO UPDATE SET parent = excluded.parent`,
    );
  else sendPrepared('forget-maven-parent', sql`DELETE FROM maven_parents WHERE file_id = ${id}`);
}
