import { createHash } from 'node:crypto';
import type { RemovalLine, RemovalPlan } from '@lading/contract/rest';
import type { Caller } from '../access/Caller.ts';
import { dependentsPage } from '../packages/dependents/dependentsPage.ts';
import type { View } from '../packages/sql/readable.ts';
import { formatOf } from '../pipeline/Format.ts';
import { findRepository } from '../repositories/repositories.ts';
import { trashDaysOf } from '../trash/trashSettings.ts';
import { refusalOf } from './removable.ts';
import type { SelectedVersion } from './selection.ts';

/** Maximum listed dependents of a package, and packages with listed dependents. */
const named = 5;
const maxPackages = 100;

/**
 * Plans the deletion of the selection: deleted versions, versions that stay with the reason, and
 * dependents.
 */
export async function planRemoval(
  caller: Caller,
  view: View,
  selected: readonly SelectedVersion[],
): Promise<RemovalPlan> {
  const refusals = new Map<SelectedVersion, string>();
  for (const version of selected) {
    const refused = await refusalOf(caller, version);
    if (refused !== undefined) refusals.set(version, refused);
  }
  const exact = await exactly(selected.filter((version) => !refusals.has(version)));
  const lines = selected.map((version) => lineOf(exact.get(version) ?? version, refusals.get(version)));
  const deletable = lines.filter(({ refused }) => refused === undefined);
  const repositories = perRepository(deletable);
  const trashDays = await trashDaysOf(repositories.map(({ repo }) => repo));
  return {
    lines,
    repositories,
    usedBy: await usersOf(deletable, selected, view),
    ...(trashDays === undefined ? {} : { trashDays }),
    digest: digestOf([...exact.values()]),
  };
}

/** Returns the versions with the files that will be deleted: files of other versions stay. */
async function exactly(
  deletable: readonly SelectedVersion[],
): Promise<Map<SelectedVersion, SelectedVersion>> {
  const packages = new Map<string, SelectedVersion[]>();
  for (const version of deletable) {
    const key = JSON.stringify([version.repo, version.type, version.name]);
    packages.set(key, [...(packages.get(key) ?? []), version]);
  }
  const exact = new Map<SelectedVersion, SelectedVersion>();
  for (const versions of packages.values()) {
    const [{ repo, name } = { repo: '', name: '' }] = versions;
    const format = formatOf((await findRepository(repo))?.packageType ?? '');
    const files = await format?.filesDeletedWith?.(
      repo,
      name,
      versions.map(({ version }) => version),
    );
    for (const each of versions)
      exact.set(each, files ? { ...each, files: files.get(each.version) ?? [] } : each);
  }
  return exact;
}

function lineOf(version: SelectedVersion, refused: string | undefined): RemovalLine {
  const { packageId, name, type, repo, files } = version;
  return {
    packageId,
    name,
    packageType: type,
    version: version.version,
    repo,
    files: files.map(({ path, size }) => ({ path, size })),
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    ...(refused === undefined ? {} : { refused }),
  };
}

function perRepository(deletable: readonly RemovalLine[]): RemovalPlan['repositories'] {
  const sums = new Map<string, RemovalPlan['repositories'][number]>();
  for (const { repo, files, bytes } of deletable) {
    const sum = sums.get(repo) ?? { repo, versions: 0, files: 0, bytes: 0 };
    sums.set(repo, {
      repo,
      versions: sum.versions + 1,
      files: sum.files + files.length,
      bytes: sum.bytes + bytes,
    });
  }
  return [...sums.values()];
}

async function usersOf(
  deletable: readonly RemovalLine[],
  selected: readonly SelectedVersion[],
  view: View,
): Promise<RemovalPlan['usedBy']> {
  const losing = new Set(deletable.map(({ packageId }) => packageId));
  const packages = new Map(selected.map(({ packageId, type, name }) => [packageId, { type, name }]));
  const users: RemovalPlan['usedBy'] = [];
  for (const [id, key] of [...packages].filter(([id]) => losing.has(id)).slice(0, maxPackages)) {
    const { dependents, pageInfo } = await dependentsPage(key, view, named);
    const first = dependents.map((user) => ({ id: user.id, name: user.name }));
    if (first.length) users.push({ id, name: key.name, total: pageInfo.totalCount, first });
  }
  return users;
}

/** Includes the content of the files: a concurrent upload changes the digest. */
function digestOf(deletable: readonly SelectedVersion[]): string {
  const facts = deletable.map(({ type, name, version, repo, files }) => [type, name, version, repo, files]);
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}
