import type {
  AuthSettingsPatch,
  CrowdSettings,
  HttpSsoSettings,
  LdapSettings,
  MailSettings,
} from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type Seal, SealBroken } from '../../secrets/Seal.ts';

/** Settings of administrators, by name. Their secrets are stored separately, encrypted. */
export interface StoredSettings {
  auth: AuthSettingsPatch;
  /**
   * `linkBase`: origin under which the administrator who changed the setting reached this server.
   */
  mail: MailSettings & { linkBase: string };
  /** Certificate of the key that signs SAML requests. */
  'saml/key': { certificate: string };
  ldap: LdapSettings;
  'sso/http': HttpSsoSettings;
  'sso/crowd': CrowdSettings;
}

export interface Stored<Value> {
  value: Value;
  /** Whether a secret is stored. */
  hasSecret: boolean;
  sealed: Buffer | null;
}

export async function readStored<Name extends keyof StoredSettings>(
  name: Name,
): Promise<Stored<StoredSettings[Name]> | undefined> {
  const { rows } = await db().execute<{ value: StoredSettings[Name]; sealed: Buffer | null }>(
    sql`select value, sealed from access_settings where name = ${name}`,
  );
  const [row] = rows;
  return row ? { value: row.value, hasSecret: row.sealed !== null, sealed: row.sealed } : undefined;
}

/**
 * Reads the settings for a change in the current transaction. Other changes of them wait until it
 * ends, also if there are none yet.
 */
export async function lockStored<Name extends keyof StoredSettings>(
  name: Name,
): Promise<Stored<StoredSettings[Name]> | undefined> {
  await db().execute(sql`select pg_advisory_xact_lock(hashtextextended(${use(name)}, 0))`);
  return readStored(name);
}

/**
 * Returns the recorded fields of settings, for the audit log, which redacts the secret: only its
 * changes are recorded.
 */
export function recorded(stored: Stored<object> | undefined, secret: string): object | undefined {
  if (!stored) return undefined;
  return { ...stored.value, ...(stored.sealed ? { [secret]: stored.sealed.toString('base64') } : {}) };
}

/** Stores settings. An omitted `secret` does not change, an empty one is deleted. */
export async function writeStored<Name extends keyof StoredSettings>(
  name: Name,
  value: StoredSettings[Name],
  changedBy: string,
  secret?: string,
  seal?: Seal,
): Promise<void> {
  const sealed = secret ? (seal?.close(secret, use(name)) ?? null) : null;
  const kept = secret === undefined ? sql`s.sealed` : sql`excluded.sealed`;
  await db().execute(sql`
    insert into access_settings as s (name, value, sealed, changed_by)
    values (${name}, ${JSON.stringify(value)}::jsonb, ${sealed}, ${changedBy})
    on conflict (name) do update set value = excluded.value, sealed = ${kept}, changed_by = excluded.changed_by, changed = now()`);
}

export async function removeStored(name: keyof StoredSettings): Promise<void> {
  await db().execute(sql`delete from access_settings where name = ${name}`);
}

/**
 * Decrypts the secret. Empty if there is none. Throws `HttpError` 409 if it was encrypted with
 * another key.
 */
export function openSecret(stored: { sealed: Buffer | null }, name: string, seal: Seal): string {
  if (!stored.sealed) return '';
  try {
    return seal.open(stored.sealed, use(name));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new HttpError(
      409,
      'SEALED_ELSEWHERE',
      `The secret of ${name} was encrypted by another server or with a key that no longer exists. Enter it again.`,
    );
  }
}

export function use(name: string): string {
  return `access-settings:${name}`;
}
