import { statfs } from 'node:fs/promises';
import type { ProjectStorage, RepositoryStorage, StorageGroup, StorageSummary } from '@lading/contract/rest';
import { listProjects } from '../../access/projects/projects.ts';
import { listRepositories } from '../../repositories/repositories.ts';
import { blobFolderOf } from '../../settings/blobFolderOf.ts';
import { readDays } from './growthTable.ts';
import type { Usage } from './Tally.ts';
import { type KnownUsage, readHistory, readUsage } from './usageTable.ts';

const none: Usage = { files: 0, bytes: 0, blobs: 0, storedBytes: 0 };
const grownOf = (usage: KnownUsage | undefined) =>
  usage?.grownBytes == null ? {} : { grownBytes: usage.grownBytes };
const countsOf = ({ files, bytes, blobs, storedBytes }: Usage): Usage => ({
  files,
  bytes,
  blobs,
  storedBytes,
});

/** Returns the last calculated usage without reading files. The caller adds `calculating`. */
export async function storageSummary(blobUrl: string): Promise<Omit<StorageSummary, 'calculating'>> {
  const usage = await readUsage();
  const find = (kind: string, key: string) => usage.find((each) => each.kind === kind && each.key === key);
  const total = find('total', '') ?? none;
  const stored = find('total', 'stored') ?? none;
  return {
    calculated: usage[0]?.calculated.toISOString() ?? null,
    total: countsOf(total),
    unreferenced: {
      blobs: Math.max(stored.blobs - total.blobs, 0),
      bytes: Math.max(stored.storedBytes - total.storedBytes, 0),
    },
    repositories: await repositoriesOf(usage),
    projects: await projectsOf(usage),
    packageTypes: groupsOf(usage, 'type'),
    history: await readHistory(),
    store: storeOf(blobUrl),
    disk: await diskOf(blobFolderOf(blobUrl)),
  };
}

/** Returns the last calculated usage of a project without reading files. */
export async function projectStorage(project: string): Promise<ProjectStorage> {
  const usage = await readUsage();
  return {
    calculated: usage[0]?.calculated.toISOString() ?? null,
    usage: (await projectsOf(usage)).find(({ key }) => key === project) ?? null,
    repositories: (await repositoriesOf(usage)).filter((each) => each.project === project),
    history: await readDays('project', project),
  };
}

async function repositoriesOf(usage: readonly KnownUsage[]): Promise<RepositoryStorage[]> {
  const known = new Map(usage.flatMap((each) => (each.kind === 'repository' ? [[each.key, each]] : [])));
  const repositories = (await listRepositories({})).map(
    ({ key, type, packageType, projectKey = 'default', options }) => ({
      ...{ key, type, packageType, project: projectKey },
      folders: known.get(key)?.folders ?? 0,
      ...countsOf(known.get(key) ?? none),
      ...grownOf(known.get(key)),
      ...(typeof options.storageQuotaBytes === 'number' && options.storageQuotaBytes > 0
        ? { quotaBytes: options.storageQuotaBytes }
        : {}),
    }),
  );
  return repositories.sort(largestFirst);
}

async function projectsOf(usage: readonly KnownUsage[]): Promise<StorageGroup[]> {
  const quotas = new Map(
    (await listProjects()).map(({ project_key: key, storage_quota_bytes: quota }) => [key, quota]),
  );
  const counted = groupsOf(usage, 'project').filter(({ key }) => key === 'default' || quotas.has(key));
  const empty = [...quotas.keys()].filter((key) => !counted.some((each) => each.key === key));
  return [...counted, ...empty.map((key) => ({ key, ...none }))].map((group) => {
    const quota = quotas.get(group.key) ?? -1;
    return quota < 0 ? group : { ...group, quotaBytes: quota };
  });
}

function groupsOf(usage: readonly KnownUsage[], kind: 'project' | 'type'): StorageGroup[] {
  return usage
    .filter((each) => each.kind === kind)
    .map((each) => ({ key: each.key, ...countsOf(each), ...grownOf(each) }))
    .sort(largestFirst);
}

function largestFirst(one: Usage & { key: string }, other: Usage & { key: string }): number {
  return other.bytes - one.bytes || (one.key < other.key ? -1 : 1);
}

/** Without the query of the URL, which can contain settings. */
export function storeOf(blobUrl: string): StorageSummary['store'] {
  const directory = blobFolderOf(blobUrl);
  if (directory !== undefined) return { type: 'file-system', location: directory };
  return { type: 's3', location: blobUrl.replace(/[?#].*$/, '').replace(/\/\/[^/@]*@/, '//') };
}

/** Null for an object store, or if the operating system does not report it. */
async function diskOf(directory: string | undefined): Promise<StorageSummary['disk']> {
  if (directory === undefined) return null;
  try {
    const { bsize, blocks, bavail } = await statfs(directory);
    return { directory, totalBytes: bsize * blocks, freeBytes: bsize * bavail };
  } catch {
    return null;
  }
}
