import { tarballPath } from '../../formats/npm/names.ts';
import { placeOf } from '../map/parseMap.ts';

/** An address that pages use now, and its source. */
export interface UsedAddress {
  specifier: string;
  address: string;
  from: 'default' | 'release' | 'operator' | 'fallback';
  /** Of the release set. */
  number?: number;
}

/**
 * Returns why the package at `path` of `plugins-local` cannot be removed, and how to change that.
 * `file`: path of the operator's map.
 */
export function whyInUse(path: string, used: Iterable<UsedAddress>, file: string): string | undefined {
  for (const { specifier, address, from, number } of used) {
    const place = placeOf(address);
    if (!place || tarballPath(specifier, place.version) !== path) continue;
    if (from === 'operator') {
      return `The entry "${specifier}" of ${file} is ${address}. Change or remove the entry first.`;
    }
    if (from === 'release') {
      return `Release set ${number} of the console's plugins contains "${specifier}" ${place.version}. It is active, or a rollback activates it. Activate sets without this version first.`;
    }
    if (from === 'default') return `"${specifier}" ${place.version} is shipped with the console.`;
    return `The console uses "${specifier}" ${place.version} because the version in ${file} failed to load. Correct the entry first.`;
  }
  return undefined;
}

/** Returns the first package of `plugins-local` that pages use now. */
export function firstInUse(
  used: readonly UsedAddress[],
  file: string,
): { path: string; why: string } | undefined {
  for (const { specifier, address } of used) {
    const place = placeOf(address);
    if (!place) continue;
    const path = tarballPath(specifier, place.version);
    const why = whyInUse(path, used, file);
    if (why !== undefined) return { path, why };
  }
  return undefined;
}
