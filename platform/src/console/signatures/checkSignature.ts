import { createHash, createPublicKey } from 'node:crypto';
import type { PluginAuthorKey, PluginPolicy, PluginSignature } from '@lading/contract/rest';
import { openEnvelope } from '../../bundles/signing/dsse.ts';
import { isCovered } from '../map/pluginName.ts';
import type { PackageSignature } from './readSignature.ts';

/** The keys of a policy, by ID. A key can be listed more than once, for different packages. */
export type AuthorKeys = ReadonlyMap<string, readonly PluginAuthorKey[]>;

/** The author who signed a package. */
export interface CheckedSignature {
  keyId: string;
  /** Name of the key, if the signature is trusted. */
  author?: string;
  /** Otherwise the reason, as a sentence without a period. */
  problem?: string;
  /** A trusted key is named, but did not sign it: never by mistake. */
  isForged: boolean;
}

export function authorKeysOf({ authorKeys = [] }: PluginPolicy): AuthorKeys {
  return Map.groupBy(authorKeys, ({ publicKey }) =>
    createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex'),
  );
}

/** The signature of a package as administrators see it; nothing if it has none. */
export function shownSignature(
  signature: PackageSignature | undefined,
  specifier: string,
  keys: AuthorKeys,
): { signature?: PluginSignature } {
  if (!signature) return {};
  const { isForged: _, ...shown } = checkSignature(signature, specifier, keys);
  return { signature: shown };
}

/** Compares a signature with the keys that administrators trust. */
export function checkSignature(
  { keyId, envelope }: PackageSignature,
  specifier: string,
  keys: AuthorKeys,
): CheckedSignature {
  const failed = (problem: string, isForged = false) => ({ keyId, problem, isForged });
  const entries = keys.get(keyId) ?? [];
  const [first] = entries;
  if (!first) return failed(`The key that signed it, ${shortId(keyId)}, is not among the author keys`);
  const der = Buffer.from(first.publicKey, 'base64');
  if (!openEnvelope(envelope, createPublicKey({ key: der, format: 'der', type: 'spki' })))
    return failed(`Its signature is not valid: the key of ${first.name} did not sign it`, true);
  const trusted = entries.find(({ packages }) => packages.length === 0 || isCovered(packages, specifier));
  if (!trusted) return failed(`The key of ${first.name}, who signed it, is not trusted for ${specifier}`);
  return { keyId, author: trusted.name, isForged: false };
}

/** Enough digits to compare a key with the one that its author published. */
function shortId(keyId: string): string {
  return `${keyId.slice(0, 16)}…`;
}
