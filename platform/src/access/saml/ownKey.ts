import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import type { Seal } from '../../secrets/Seal.ts';
import { selfSigned } from '../../secrets/selfSigned.ts';
import { openSecret, readStored, use } from '../configuration/storedSettings.ts';

/** What this platform signs its requests with. */
export interface OwnKey {
  /** PEM, to be given to providers. */
  certificate: string;
  privateKey: string;
}

const name = 'saml/key';
/** In days. Providers that look at it want a new one before. */
const holds = 3650;

/** Made when it is first needed; of two that make one at once, one is kept. Throws `HttpError` 409 where it cannot be opened. */
export async function ownKey(seal: Seal): Promise<OwnKey> {
  const stored = (await readStored(name)) ?? (await make(seal));
  return { certificate: stored.value.certificate, privateKey: openSecret(stored, name, seal) };
}

/** The same where the key itself is not needed, and cannot be opened perhaps. */
export async function ownCertificate(seal: Seal): Promise<string> {
  return ((await readStored(name)) ?? (await make(seal))).value.certificate;
}

/** Providers have to be given the new certificate before they take a signed request again. */
export async function renewKey(seal: Seal): Promise<void> {
  await db().execute(sql`delete from access_settings where name = ${name}`);
  await make(seal);
}

async function make(seal: Seal) {
  const { cert: certificate, key } = selfSigned('rsa', { days: holds, name: 'Lading' });
  const value = JSON.stringify({ certificate });
  await db().execute(sql`
    insert into access_settings (name, value, sealed, changed_by)
    values (${name}, ${value}::jsonb, ${seal.close(key, use(name))}, '') on conflict (name) do nothing`);
  const stored = await readStored(name);
  if (!stored) throw new Error('The SAML key was removed while it was being created');
  return stored;
}
