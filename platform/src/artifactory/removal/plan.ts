import { createHash } from 'node:crypto';
import type { RemovalLine, RemovalPlan } from '@lading/contract/rest';
import type { Caller } from '../../access/gateway.ts';
import { dependentsPage } from '../../metadata/dependents/dependentsPage.ts';
import type { View } from '../../metadata/search/readable.ts';
import { refusalOf } from './removable.ts';
import type { SelectedVersion } from './selection.ts';

/** So many users of a package are named, and of so many packages. */
const named = 5;
const mostPackages = 100;

/** Of what is selected: what goes, what stays and why, and who needs it. */
export async function planRemoval(
  caller: Caller,
  view: View,
  selected: readonly SelectedVersion[],
): Promise<RemovalPlan> {
  const lines: RemovalLine[] = [];
  for (const version of selected) lines.push(await lineOf(caller, version));
  const going = lines.filter(({ refused }) => refused === undefined);
  return {
    lines,
    repositories: perRepository(going),
    usedBy: await usersOf(going, selected, view),
    digest: digestOf(selected, going),
  };
}

async function lineOf(caller: Caller, version: SelectedVersion): Promise<RemovalLine> {
  const { packageId, name, type, repo, files } = version;
  const refused = await refusalOf(caller, version);
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

function perRepository(going: readonly RemovalLine[]): RemovalPlan['repositories'] {
  const sums = new Map<string, RemovalPlan['repositories'][number]>();
  for (const { repo, files, bytes } of going) {
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
  going: readonly RemovalLine[],
  selected: readonly SelectedVersion[],
  view: View,
): Promise<RemovalPlan['usedBy']> {
  const losing = new Set(going.map(({ packageId }) => packageId));
  const packages = new Map(selected.map(({ packageId, type, name }) => [packageId, { type, name }]));
  const users: RemovalPlan['usedBy'] = [];
  for (const [id, key] of [...packages].filter(([id]) => losing.has(id)).slice(0, mostPackages)) {
    const { dependents, pageInfo } = await dependentsPage(key, view, named);
    const first = dependents.map((user) => ({ id: user.id, name: user.name }));
    if (first.length) users.push({ id, name: key.name, total: pageInfo.totalCount, first });
  }
  return users;
}

/** Of the files by their content: an upload in between makes it another plan. */
function digestOf(selected: readonly SelectedVersion[], going: readonly RemovalLine[]): string {
  const stays = new Set(selected.map(lineKey));
  for (const line of going) stays.delete(lineKey(line));
  const all = selected.filter((version) => !stays.has(lineKey(version)));
  const said = all.map(({ type, name, version, repo, files }) => [type, name, version, repo, files]);
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

function lineKey({ packageId, version, repo }: Pick<RemovalLine, 'packageId' | 'version' | 'repo'>): string {
  return JSON.stringify([packageId, version, repo]);
}
