import type { CleanupSettings } from '@lading/contract/rest';
import { HttpError } from '../../errors/HttpError.ts';
import { checkGlobs } from '../../globs/Glob.ts';
import { formatOf } from '../../pipeline/Format.ts';
import { findRepository } from '../../repositories/repositories.ts';

/** Throws `HttpError` 400 for a policy without conditions or with impossible ones. */
export async function checkPolicy(settings: CleanupSettings): Promise<void> {
  const { repositories, repositoryClasses, packageTypes, select, keepNewest } = settings;
  if (repositories.length === 0 && repositoryClasses.length === 0)
    throw bad('repositories', 'Select repositories, or at least one class of repositories');
  const conditions = [settings.olderThanDays, settings.notDownloadedDays, keepNewest];
  if (select === 'all' && conditions.every((each) => each === undefined))
    throw bad(
      'olderThanDays',
      'Enter an age, a time since the last download, or a number of versions to keep',
    );
  checkGlobs('Cleanup policy', [...settings.include, ...settings.exclude, ...(settings.keepTags ?? [])]);
  if (select === 'untagged' && keepNewest !== undefined)
    throw bad('keepNewest', 'Untagged images have no versions. Remove the number of versions to keep');
  const unknown = packageTypes.find((type) => !formatOf(type));
  if (unknown !== undefined) throw bad('packageTypes', `Package type "${unknown}" is unknown`);
  const other = packageTypes.find((type) => select === 'untagged' && !formatOf(type)?.untagged);
  if (other !== undefined)
    throw bad('packageTypes', `Package type "${other}" has no images, so none are untagged`);
  const types = new Set<string>();
  for (const key of repositories) {
    const repository = await findRepository(key);
    if (!repository) throw bad('repositories', `Repository "${key}" not found`);
    if (repository.type === 'virtual')
      throw bad('repositories', `Repository ${key} is virtual and contains no files. Select its members`);
    if (select === 'untagged' && !formatOf(repository.packageType)?.untagged)
      throw bad(
        'repositories',
        `Repository ${key} contains no images (package type ${repository.packageType}). Remove it`,
      );
    types.add(repository.packageType);
  }
  if (repositories.length > 0 && packageTypes.length > 0 && !packageTypes.some((type) => types.has(type)))
    throw bad('packageTypes', 'None of the repositories has one of the package types');
}

/** The detail of the error is the field, at which a form shows the message. */
function bad(field: keyof CleanupSettings, reason: string): HttpError {
  return new HttpError(400, 'BAD_POLICY', `Invalid cleanup policy. ${reason}.`, field);
}
