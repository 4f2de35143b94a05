import { transaction } from '../../../database/db.ts';
import { HttpError } from '../../../errors/HttpError.ts';
import { setTags } from '../../../packages/indexing.ts';
import { checkTag, checkVersion } from '../names.ts';
import { hasVersion, lockPackage, saveTags } from './lockedPackage.ts';

/** Moves the tag to the version, or creates it. Throws `HttpError` 400 or 404. */
export async function moveTag(repo: string, name: string, tag: string, to: unknown): Promise<void> {
  checkTag(tag);
  const version = checkVersion(to);
  await transaction(async () => {
    const locked = await lockPackage(repo, name);
    if (!(await hasVersion(locked, version))) {
      throw new HttpError(404, 'NOT_FOUND', `Version ${version} of ${name} not found in ${repo}`);
    }
    const tags = { ...locked.tags, [tag]: version };
    await saveTags(locked, tags);
    await setTags(repo, 'npm', name, tags);
  });
}

/**
 * Deletes a tag. Throws `HttpError` 400 for `latest`, which every package has, and 404 for a tag
 * that does not exist.
 */
export async function removeTag(repo: string, name: string, tag: string): Promise<void> {
  if (tag === 'latest') {
    throw new HttpError(
      400,
      'BAD_TAG',
      "The tag 'latest' cannot be removed. Move it to another version instead.",
    );
  }
  await transaction(async () => {
    const locked = await lockPackage(repo, name);
    if (!Object.hasOwn(locked.tags, tag)) {
      throw new HttpError(404, 'NOT_FOUND', `${tag} is not a tag of ${name} in ${repo}`);
    }
    const { [tag]: _removed, ...tags } = locked.tags;
    await saveTags(locked, tags);
    await setTags(repo, 'npm', name, tags);
  });
}
