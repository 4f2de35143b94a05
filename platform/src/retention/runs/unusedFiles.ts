import type { CleanupSettings } from '@lading/contract/rest';
import { wakeJob } from '../../jobs/install.ts';
import { listRepositories, type Repository } from '../../repositories/repositories.ts';
import { addRunIfIdle } from './runTable.ts';

/** Cleanup of a cache by the setting of its repository, without a policy. */
const unused: CleanupSettings = {
  description: '',
  enabled: false,
  repositories: [],
  repositoryClasses: [],
  packageTypes: [],
  select: 'all',
  include: [],
  exclude: [],
  keepBuilds: true,
  every: 'never',
  hour: 0,
};

function hoursOf({ options }: Repository): number {
  if (options.unusedArtifactsCleanupEnabled === false) return 0;
  const hours = options.unusedArtifactsCleanupPeriodHours;
  return typeof hours === 'number' ? hours : 0;
}

/** Whether a remote repository has the setting. */
export async function hasUnusedFilesSetting(): Promise<boolean> {
  return (await listRepositories({ type: 'remote' })).some((remote) => hoursOf(remote) > 0);
}

/**
 * Adds a cleanup run for each remote repository with `unusedArtifactsCleanupPeriodHours`. Files
 * that were never downloaded count from their arrival.
 */
export async function addUnusedFilesRuns(cleanupJob: string): Promise<void> {
  for (const remote of await listRepositories({ type: 'remote' })) {
    const hours = hoursOf(remote);
    const name = `unused files of ${remote.key}`;
    if (hours === 0) continue;
    const settings = { ...unused, repositories: [remote.key], notDownloadedDays: hours / 24 };
    await addRunIfIdle(name, settings, { dry: false, by: '' });
  }
  wakeJob(cleanupJob);
}
