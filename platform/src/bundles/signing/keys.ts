import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import type { SigningKey } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import type { Seal } from '../../secrets/Seal.ts';
import { SealBroken } from '../../secrets/Seal.ts';
import { openPgpPublicKeys } from './openPgp.ts';

/** The default signing key. It is generated with the first bundle. */
export const DEFAULT_KEY = 'default';

/** A decrypted signing key. */
export interface OpenKey {
  id: string;
  name: string;
  privateKey: KeyObject;
}

interface Row extends Record<string, unknown> {
  id: string;
  name: string;
  publicKey: string;
  sealed: Buffer;
}

const columns = sql`SELECT id, name, public_key AS "publicKey", sealed FROM signing_keys`;
const useOf = (id: string) => `signing-key:${id}`;

/** Returns the key with that name. Throws `HttpError` 404. */
export async function signingKey(seal: Seal, name: string, by: string): Promise<OpenKey> {
  const found = (await db().execute<Row>(sql`${columns} WHERE name = ${name}`)).rows[0];
  if (found) return openKey(seal, found);
  if (name === DEFAULT_KEY) return generateDefault(seal, by);
  throw unknownKey(name);
}

/**
 * Returns the key of a signature. Derives it from the encrypted private key, which cannot be forged
 * with database access alone. Throws `SealBroken` if that was changed or belongs to another data
 * directory.
 */
export async function verifyingKey(seal: Seal, id: string): Promise<OpenKey | undefined> {
  const found = (await db().execute<Row>(sql`${columns} WHERE id = ${id}`)).rows[0];
  return found && openKey(seal, found);
}

/** Returns the public keys, by name. */
export async function publicKeys(): Promise<SigningKey[]> {
  const { rows } = await db().execute<Row>(sql`${columns} ORDER BY name`);
  const openPgp = await openPgpPublicKeys();
  return [
    ...rows.map(
      ({ id, name, publicKey }): SigningKey => ({
        pairName: name,
        pairType: 'ED25519',
        alias: id,
        publicKey,
      }),
    ),
    ...openPgp.map(
      ({ name, fingerprint, publicKey }): SigningKey => ({
        ...{ pairName: name, pairType: 'GPG', alias: fingerprint, publicKey },
      }),
    ),
  ];
}

/** Throws `HttpError` 404. */
export async function publicKey(name: string): Promise<SigningKey> {
  const found = (await publicKeys()).find(({ pairName }) => pairName === name);
  if (!found) throw unknownKey(name);
  return found;
}

function openKey(seal: Seal, { id, name, sealed }: Row): OpenKey {
  const privateKey = createPrivateKey(seal.open(sealed, useOf(id)));
  if (idOf(createPublicKey(privateKey)) !== id)
    throw new SealBroken(`The key ${name} is not the one with the ID ${id}`);
  return { id, name, privateKey };
}

async function generateDefault(seal: Seal, by: string): Promise<OpenKey> {
  const pair = generateKeyPairSync('ed25519');
  const id = idOf(pair.publicKey);
  const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const spki = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  // If another node has generated the key concurrently, its row wins.
  await db().execute(sql`
    INSERT INTO signing_keys (id, name, public_key, sealed, created_by)
    VALUES (${id}, ${DEFAULT_KEY}, ${spki}, ${seal.close(pem, useOf(id))}, ${by}) ON CONFLICT (name) DO NOTHING`);
  return signingKey(seal, DEFAULT_KEY, by);
}

/** SHA-256 of the public key in DER form. */
export function idOf(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

function unknownKey(name: string): HttpError {
  return new HttpError(
    404,
    'SIGNING_KEY_NOT_FOUND',
    `Signing key "${name.slice(0, 100)}" not found. Omit the header X-JFrog-Signing-Key-Name to sign with the key "${DEFAULT_KEY}"`,
  );
}
