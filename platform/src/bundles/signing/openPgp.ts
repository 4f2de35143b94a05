import { sql } from 'drizzle-orm';
import type { PrivateKey } from 'openpgp';
import { db } from '../../database/db.ts';
import { type Seal, SealBroken } from '../../secrets/Seal.ts';

/** The OpenPGP key, which is generated with the first bundle. */
const OPENPGP_KEY = 'default-openpgp';

export interface OpenPgpKey {
  fingerprint: string;
  privateKey: PrivateKey;
}

interface Row extends Record<string, unknown> {
  fingerprint: string;
  sealed: Buffer;
}

/** Loaded on the first use, not at server start. */
const library = () => import('openpgp');
const useOf = (fingerprint: string) => `openpgp-key:${fingerprint}`;

/** Returns the key, which is generated on first use. */
export async function openPgpKey(seal: Seal, by: string): Promise<OpenPgpKey> {
  const found = await find(sql`name = ${OPENPGP_KEY}`);
  if (found) return open(seal, found);
  const { generateKey } = await library();
  // Curve and key version that all current OpenPGP implementations can verify.
  const { privateKey } = await generateKey({
    type: 'ecc',
    curve: 'ed25519Legacy',
    userIDs: [{ name: 'Lading release bundles' }],
    format: 'object',
  });
  const fingerprint = privateKey.getFingerprint();
  // If another node has generated the key concurrently, its row wins.
  await db().execute(sql`
    INSERT INTO openpgp_keys (fingerprint, name, public_key, sealed, created_by)
    VALUES (${fingerprint}, ${OPENPGP_KEY}, ${privateKey.toPublic().armor()}, ${seal.close(privateKey.armor(), useOf(fingerprint))}, ${by})
    ON CONFLICT (name) DO NOTHING`);
  return openPgpKey(seal, by);
}

/** Returns an armored detached signature. */
export async function signDetached({ privateKey }: OpenPgpKey, payload: Buffer): Promise<string> {
  const { createMessage, sign } = await library();
  const message = await createMessage({ binary: payload });
  return sign({ message, signingKeys: privateKey, detached: true, format: 'armored' });
}

/**
 * Verifies a detached signature. Derives the key from the encrypted private key, which cannot be
 * forged with database access alone. Throws `SealBroken` if that was changed.
 */
export async function isSignedBy(
  seal: Seal,
  fingerprint: string,
  payload: Buffer,
  armored: string,
): Promise<boolean> {
  const found = await find(sql`fingerprint = ${fingerprint}`);
  if (!found) return false;
  const { privateKey } = await open(seal, found);
  const { createMessage, readSignature, verify } = await library();
  try {
    const signature = await readSignature({ armoredSignature: armored });
    // Reject other spellings of the same signature, such as another checksum.
    if (signature.armor() !== armored) return false;
    const { signatures } = await verify({
      message: await createMessage({ binary: payload }),
      signature,
      verificationKeys: privateKey.toPublic(),
      expectSigned: true,
    });
    // With several signatures, all must be valid: others could be taken for valid ones.
    for (const { verified } of signatures) await verified;
    return signatures.length > 0;
  } catch {
    return false;
  }
}

/** Returns the armored public keys. */
export async function openPgpPublicKeys(): Promise<
  { name: string; fingerprint: string; publicKey: string }[]
> {
  const { rows } = await db().execute<{ name: string; fingerprint: string; publicKey: string }>(
    sql`SELECT name, fingerprint, public_key AS "publicKey" FROM openpgp_keys ORDER BY name`,
  );
  return rows;
}

async function find(where: ReturnType<typeof sql>): Promise<Row | undefined> {
  return (await db().execute<Row>(sql`SELECT fingerprint, sealed FROM openpgp_keys WHERE ${where}`)).rows[0];
}

async function open(seal: Seal, { fingerprint, sealed }: Row): Promise<OpenPgpKey> {
  const { readPrivateKey } = await library();
  const armoredKey = seal.open(sealed, useOf(fingerprint));
  const privateKey = await readPrivateKey({ armoredKey });
  if (privateKey.getFingerprint() !== fingerprint)
    throw new SealBroken(`The OpenPGP key is not the one with the fingerprint ${fingerprint}`);
  return { fingerprint, privateKey };
}
