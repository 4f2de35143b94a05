import { createPublicKey } from 'node:crypto';
import type { AttestationKey, NewAttestationKey } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { idOf } from '../signing/keys.ts';

/** A public key whose attestations are trusted. */
export type TrustedKey = AttestationKey;

/** Returns the trusted keys, by name. */
export async function listAttestationKeys(): Promise<TrustedKey[]> {
  const { rows } = await db().execute<TrustedKey & Record<string, unknown>>(
    sql`SELECT id, name, public_key AS "publicKey", created_by AS "createdBy" FROM attestation_keys ORDER BY name`,
  );
  return rows;
}

/** Throws `HttpError` 400, or 409 if the name or the key is in use. */
export async function addAttestationKey(
  { name, publicKey }: NewAttestationKey,
  by: string,
): Promise<TrustedKey> {
  const key = readKey(publicKey);
  const { rowCount } = await db().execute(sql`
    INSERT INTO attestation_keys (id, name, public_key, created_by) VALUES (${key.id}, ${name}, ${key.pem}, ${by})
    ON CONFLICT DO NOTHING`);
  if (rowCount === 1) return { id: key.id, name, publicKey: key.pem, createdBy: by };
  throw new HttpError(409, 'KEY_EXISTS', `The key or another one with the name "${name}" exists`);
}

/** Returns the removed key. Throws `HttpError` 404. */
export async function removeAttestationKey(id: string): Promise<string> {
  const { rows } = await db().execute<{ name: string }>(
    sql`DELETE FROM attestation_keys WHERE id = ${id} RETURNING name`,
  );
  const [row] = rows;
  if (row) return row.name;
  throw new HttpError(
    404,
    'SIGNING_KEY_NOT_FOUND',
    `Attestation key "${id.slice(0, 100)}" not found. GET /ui/api/v1/ui/attestationKeys lists the keys`,
  );
}

function readKey(text: string): { id: string; pem: string } {
  try {
    const key = createPublicKey(text);
    // A private key would be accepted, too, and would be stored.
    if (!text.includes('PRIVATE') && ['ed25519', 'ec', 'rsa'].includes(key.asymmetricKeyType ?? ''))
      return { id: idOf(key), pem: key.export({ type: 'spki', format: 'pem' }).toString() };
  } catch {
    // The error below reports it.
  }
  throw new HttpError(
    400,
    'BAD_PUBLIC_KEY',
    'Invalid public key. Expected an Ed25519, ECDSA, or RSA public key in PEM format',
  );
}
