import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { packageStatement, SIGNATURE_FILE } from '@lading/contract/signing';
import { signEnvelope } from '../../bundles/signing/dsse.ts';
import { idOf } from '../../bundles/signing/keys.ts';

/** The key of an author, as `lading-kit key` creates it. */
export interface TestKey {
  id: string;
  publicKey: string;
  privateKey: KeyObject;
}

export function authorKey(): TestKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return { id: idOf(publicKey), publicKey: der.toString('base64'), privateKey };
}

/** Returns the files of a package with the signature that `lading-kit sign` adds. */
export function signed(
  of: { name: string; version: string },
  files: Readonly<Record<string, string>>,
  { id, privateKey }: TestKey,
): Record<string, string> {
  const digests = Object.entries(files).map(([path, text]) => ({
    path,
    sha256: createHash('sha256').update(text).digest('hex'),
  }));
  const payload = Buffer.from(packageStatement(of, digests));
  return { ...files, [SIGNATURE_FILE]: JSON.stringify(signEnvelope(payload, privateKey, id)) };
}
