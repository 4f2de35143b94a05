import type { TrashSettings } from '@lading/contract/rest';
import { readSetting } from '../instance/platformSettings.ts';
import { findRepository } from '../repositories/repositories.ts';

const defaults: TrashSettings = { days: 14, excluded: [] };

export async function trashSettings(): Promise<TrashSettings> {
  return (await readSetting('trash')) ?? defaults;
}

/**
 * Days for which what is deleted from the repositories can be restored. Undefined if some of it is
 * deleted permanently: caches, excluded repositories, or all if the trash is off.
 */
export async function trashDaysOf(repositories: readonly string[]): Promise<number | undefined> {
  const { days, excluded } = await trashSettings();
  if (days === 0 || repositories.some((key) => excluded.includes(key))) return undefined;
  const found = await Promise.all(repositories.map(findRepository));
  return found.every((repository) => repository?.type === 'local') ? days : undefined;
}
