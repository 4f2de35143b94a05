import type { RepositoryStorage, StorageInfo, StorageSummary } from '@lading/contract/rest';
import { formatOf } from '../../pipeline/Format.ts';

const types = { local: 'LOCAL', remote: 'CACHE', virtual: 'VIRTUAL' } as const;
const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** Converts the summary to Artifactory's format, for its clients. Sizes are in units of 1024. */
export function storageInfo(
  summary: Pick<StorageSummary, 'total' | 'repositories' | 'store' | 'disk'>,
  calculated: string,
): StorageInfo {
  const { total, repositories, store, disk } = summary;
  const folders = repositories.reduce((sum, each) => sum + each.folders, 0);
  const used = disk ? disk.totalBytes - disk.freeBytes : 0;
  const ofDisk = (bytes: number) => (disk ? `${sizeText(bytes)} (${share(bytes, disk.totalBytes)})` : '');
  return {
    binariesSummary: {
      binariesCount: countText(total.blobs),
      binariesSize: sizeText(total.storedBytes),
      artifactsSize: sizeText(total.bytes),
      optimization: share(total.storedBytes, total.bytes),
      itemsCount: countText(total.files + folders),
      artifactsCount: countText(total.files),
    },
    fileStoreSummary: {
      storageType: store.type,
      storageDirectory: store.location,
      totalSpace: disk ? sizeText(disk.totalBytes) : '',
      usedSpace: ofDisk(used),
      freeSpace: ofDisk(disk?.freeBytes ?? 0),
    },
    repositoriesSummaryList: [
      ...repositories.map((repository) => entryOf(repository, total.bytes)),
      {
        ...{ repoKey: 'TOTAL', repoType: 'NA' as const, foldersCount: folders, filesCount: total.files },
        ...{ usedSpace: sizeText(total.bytes), usedSpaceInBytes: total.bytes },
        itemsCount: total.files + folders,
      },
    ],
    calculated,
  };
}

function entryOf(repository: RepositoryStorage, all: number): StorageInfo['repositoriesSummaryList'][number] {
  const { key, type, packageType, project, folders, files, bytes } = repository;
  return {
    ...{ repoKey: key, repoType: types[type], foldersCount: folders, filesCount: files },
    ...{ usedSpace: sizeText(bytes), usedSpaceInBytes: bytes, itemsCount: files + folders },
    packageType: formatOf(packageType)?.displayName ?? packageType,
    projectKey: project,
    percentage: share(bytes, all),
  };
}

function sizeText(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** step;
  return `${step === 0 ? value : value.toFixed(2)} ${units[step]}`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? '0%' : `${((100 * part) / whole).toFixed(2)}%`;
}

function countText(count: number): string {
  return count.toLocaleString('en-US');
}
