import type { CleanupSettings } from '@lading/contract/rest';
import { formatOf } from '../../pipeline/Format.ts';
import { listRepositories, type Repository } from '../../repositories/repositories.ts';
import type { Selected } from './Candidate.ts';
import { Conditions } from './Conditions.ts';
import { selectFiles } from './selectFiles.ts';
import { selectUntagged } from './selectUntagged.ts';
import { selectVersions } from './selectVersions.ts';

/** Yields everything that a policy currently selects, in batches. */
export async function* select(settings: CleanupSettings): AsyncGenerator<Selected[]> {
  const conditions = new Conditions(settings, Date.now());
  for (const repository of await repositoriesOf(settings)) {
    const format = formatOf(repository.packageType);
    if (!format) continue;
    if (settings.select === 'untagged') {
      yield* selectUntagged(repository, format, conditions);
      continue;
    }
    yield* selectVersions(repository, format, conditions);
    if (settings.select === 'all' && settings.keepNewest === undefined && hasFiles(repository))
      yield* selectFiles(repository, format, conditions);
  }
}

/** Returns the selected repositories, without deleted and read-only ones. */
async function repositoriesOf(settings: CleanupSettings): Promise<Repository[]> {
  const { repositories, repositoryClasses, packageTypes } = settings;
  const classes: readonly string[] = repositoryClasses;
  return (await listRepositories({})).filter(({ key, type, packageType, options }) => {
    if (options.readOnly === true) return false;
    if (packageTypes.length > 0 && !packageTypes.includes(packageType)) return false;
    return repositories.length > 0 ? repositories.includes(key) : classes.includes(type);
  });
}

/**
 * Whether files without a version can be deleted individually. In other formats, they are parts of
 * packages.
 */
function hasFiles({ type, packageType }: Repository): boolean {
  const format = formatOf(packageType);
  return !format?.branches && (type === 'remote' || format?.plainFiles !== undefined);
}
