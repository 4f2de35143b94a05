import type { CleanupSettings } from '@lading/contract/rest';
import { HttpError } from '../../errors/HttpError.ts';
import { checkGlobs } from '../../globs/Glob.ts';
import { formatOf } from '../../pipeline/Format.ts';
import { findRepository } from '../../repositories/repositories.ts';

/** Throws `HttpError` 400 for a policy without conditions or with impossible ones. */
export async function checkPolicy(settings: CleanupSettings): Promise<void> {
  const { repositories, repositoryClasses, packageTypes, select, keepNewest } = settings;
  if (repositories.length === 0 && repositoryClasses.length === 0)
    throw bad('Select repositories, or at least one class of repositories');
  const conditions = [settings.olderThanDays, settings.notDownloadedDays, keepNewest];
  if (select === 'all' && conditions.every((each) => each === undefined))
    throw bad('Enter an age, a time since the last download, or a number of versions to keep');
  checkGlobs('Cleanup policy', [...settings.include, ...settings.exclude, ...(settings.keepTags ?? [])]);
  if (select === 'untagged' && keepNewest !== undefined)
    throw bad('Untagged images have no versions. Remove the number of versions to keep');
  const unknown = packageTypes.find((type) => !formatOf(type));
  if (unknown !== undefined) throw bad(`Package type "${unknown}" is unknown`);
  const other = packageTypes.find((type) => select === 'untagged' && !formatOf(type)?.untagged);
  if (other !== undefined) throw bad(`Package type "${other}" has no images, so none are untagged`);
  for (const key of repositories) {
    const repository = await findRepository(key);
    if (!repository) throw bad(`Repository "${key}" not found`);
    if (repository.type === 'virtual')
      throw bad(`Repository ${key} is virtual and contains no files. Select its members`);
    if (select === 'untagged' && !formatOf(repository.packageType)?.untagged)
      throw bad(`Repository ${key} contains no images (package type ${repository.packageType}). Remove it`);
  }
}

function bad(reason: string): HttpError {
  return new HttpError(400, 'BAD_POLICY', `Invalid cleanup policy. ${reason}.`);
}
