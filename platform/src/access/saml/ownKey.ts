import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { Seal } from '../../secrets/Seal.ts';
import { selfSigned } from '../../secrets/selfSigned.ts';
import { openSecret, readStored, use } from '../configuration/storedSettings.ts';

/** Key with which this platform signs requests. */
export interface OwnKey {
  /** PEM certificate for providers. */
  certificate: string;
  privateKey: string;
}

const name = 'saml/key';
/** Validity in days. Providers that check it need a new one before it expires. */
const validityDays = 3650;

/**
 * Returns the key, and creates it on first use. If two are created concurrently, one is kept.
 * Throws `HttpError` 409 if it cannot be decrypted.
 */
export async function ownKey(seal: Seal): Promise<OwnKey> {
  const stored = (await readStored(name)) ?? (await make(seal));
  return { certificate: stored.value.certificate, privateKey: openSecret(stored, name, seal) };
}

/** Returns the certificate only, even if the key cannot be decrypted. */
export async function ownCertificate(seal: Seal): Promise<string> {
  return ((await readStored(name)) ?? (await make(seal))).value.certificate;
}

/**
 * Replaces the key. Providers need the new certificate before they accept signed requests again.
 */
export async function renewKey(seal: Seal): Promise<void> {
  await db().execute(sql`delete from access_settings where name = ${name}`);
  await make(seal);
}

async function make(seal: Seal) {
  const { cert: certificate, key } = selfSigned('rsa', { days: validityDays, name: 'Lading' });
  const value = JSON.stringify({ certificate });
  await db().execute(sql`
    insert into access_settings (name, value, sealed, changed_by)
    values (${name}, ${value}::jsonb, ${seal.close(key, use(name))}, '') on conflict (name) do nothing`);
  const stored = await readStored(name);
  if (!stored) throw new Error('The SAML key was removed while it was being created');
  return stored;
}
