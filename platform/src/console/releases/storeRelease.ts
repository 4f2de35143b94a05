import type { Seal } from '../../secrets/Seal.ts';
import type { ReleaseSet } from './ReleaseSet.ts';
import { insertRelease, nextNumber } from './releaseRows.ts';
import { signRelease } from './releaseSignature.ts';

/**
 * Numbers, signs, and stores a release set. Call it inside of a transaction that has locked the
 * active row.
 */
export async function storeRelease(
  seal: Seal,
  content: Omit<ReleaseSet, 'number' | 'created'>,
): Promise<ReleaseSet> {
  const set = { number: await nextNumber(), created: new Date().toISOString(), ...content };
  const signed = await signRelease(seal, set);
  await insertRelease({ ...set, specifiers: set.entries.map(({ specifier }) => specifier), ...signed });
  return set;
}
