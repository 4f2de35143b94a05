import type { Storage } from '../../../storage/storage.ts';
import { currentStorage } from '../../../storage/storage.ts';
import type { StagedTarball } from './stageTarball.ts';

/** Throws `HttpError` 4xx for a package that its repository does not accept. */
export type PublicationCheck = (
  repo: string,
  version: { name: string; version: string },
  open: StagedTarball['open'],
) => Promise<void>;

const checks = new WeakMap<Storage, PublicationCheck>();

/** Sets what every npm package has to pass before it is stored. */
export function checkPublications(storage: Storage, check: PublicationCheck): void {
  checks.set(storage, check);
}

/** Runs the check of the current storage. */
export async function checkPublication(...publication: Parameters<PublicationCheck>): Promise<void> {
  await checks.get(currentStorage())?.(...publication);
}
