import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { calculateJwkThumbprint } from 'jose';
import { db } from '../../database/db.ts';
import type { Seal } from '../../secrets/Seal.ts';

/** Every client of OpenID Connect supports it. */
export const idTokenAlgorithm = 'RS256';
/** How long a key signs, in days. After that, a new one is generated. */
const signingDays = 90;
/** How long a key is published after that, in days. ID tokens are valid for a shorter time. */
const publishedDays = signingDays + 1;

const generate = promisify(generateKeyPair);

/** A decrypted key. The ID is the thumbprint of the public key (RFC 7638). */
export interface IdTokenKey {
  id: string;
  privateKey: KeyObject;
}

interface Row extends Record<string, unknown> {
  id: string;
  sealed: Buffer;
}

/** Returns the key that signs. A new one replaces it after some months. */
export async function idTokenKey(seal: Seal): Promise<IdTokenKey> {
  const found = (await keysOf(seal, signingDays))[0];
  return found ?? generateKey(seal);
}

/** Returns the public keys of valid ID tokens, for a JSON Web Key Set (RFC 7517). */
export async function publicIdTokenKeys(seal: Seal) {
  await idTokenKey(seal);
  const keys = await keysOf(seal, publishedDays);
  return keys.map(({ id, privateKey }) => ({
    ...publicJwk(privateKey),
    ...{ kid: id, use: 'sig', alg: idTokenAlgorithm },
  }));
}

/** Deletes keys that are no longer published, for housekeeping. */
export async function dropOldIdTokenKeys(): Promise<void> {
  await db().execute(
    sql`delete from id_token_keys where created < now() - make_interval(days => ${publishedDays})`,
  );
}

/** Returns the keys of the last days, newest first. Throws `SealBroken` for a changed key. */
async function keysOf(seal: Seal, days: number): Promise<IdTokenKey[]> {
  const { rows } = await db().execute<Row>(sql`
    select id, sealed from id_token_keys where created > now() - make_interval(days => ${days})
    order by created desc, id`);
  return rows.map(({ id, sealed }) => ({ id, privateKey: createPrivateKey(seal.open(sealed, useOf(id))) }));
}

async function generateKey(seal: Seal): Promise<IdTokenKey> {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 });
  const id = await calculateJwkThumbprint(publicJwk(privateKey));
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  // Concurrent nodes may each generate one: all are published.
  await db().execute(
    sql`insert into id_token_keys (id, sealed) values (${id}, ${seal.close(pem, useOf(id))})`,
  );
  return { id, privateKey };
}

function publicJwk(privateKey: KeyObject) {
  const { n = '', e = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { kty: 'RSA', n, e };
}

const useOf = (id: string) => `id-token-key:${id}`;
