import { secretsKeyUse } from '../../secrets/checkKey.ts';
import { keyLength, Seal, SealBroken } from '../../secrets/Seal.ts';
import type { Manifest } from './Manifest.ts';

/**
 * Encryption key of the secrets in the database. `new` discards the stored secrets. Absent if none
 * was specified.
 */
export type RestoreKey = Buffer | 'new' | undefined;

/**
 * Throws if a backup cannot be restored with a key. The key is not part of any backup, so that a
 * backup alone does not reveal the secrets.
 */
export function checkKey({ keyCheck }: Manifest, key: RestoreKey): void {
  if (keyCheck === null || key === 'new') return;
  if (key === undefined)
    throw new Error(
      'The backup contains secrets, and their key is not part of it. Pass --secrets-key with a copy of the file secrets.key of ' +
        'the original data directory, or set LADING_SECRETS_KEY. If the key is lost, pass --new-secrets-key and enter all secrets again',
    );
  if (key.length !== keyLength)
    throw new Error(
      `The key of the secrets is invalid. Expected ${keyLength} bytes in base64, got ${key.length} bytes`,
    );
  try {
    new Seal(key).open(Buffer.from(keyCheck, 'base64'), secretsKeyUse);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new Error(
      'The given key is not the key of the secrets in the backup. Pass the one of the original server',
    );
  }
}
