import type { SamlSettings } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { SsoError } from '../sso/SsoError.ts';

/** Returns the providers sorted by name. */
export async function listSaml(): Promise<SamlSettings[]> {
  const { rows } = await db().execute<{ value: SamlSettings }>(
    sql`select value from saml_providers order by name`,
  );
  return rows.map(({ value }) => value);
}

export async function findSaml(name: string): Promise<SamlSettings | undefined> {
  const { rows } = await db().execute<{ value: SamlSettings }>(
    sql`select value from saml_providers where name = ${name}`,
  );
  return rows[0]?.value;
}

/** Locks a provider until the transaction ends, for a change of it. */
export async function lockSaml(name: string): Promise<SamlSettings | undefined> {
  await db().execute(sql`select 1 from saml_providers where name = ${name} for no key update`);
  return findSaml(name);
}

/**
 * Returns the provider with this name, or the first one. Throws `SsoError` if there is none that is
 * enabled.
 */
export async function usableSaml(name?: string): Promise<SamlSettings> {
  const found = (await usableSamls()).find((settings) => name === undefined || settings.name === name);
  if (found) return found;
  throw new SsoError(
    'SSO_OFF',
    name === undefined ? 'SAML sign-in is off' : `SAML provider ${name} not found or disabled`,
  );
}

export async function usableSamls(): Promise<SamlSettings[]> {
  return (await listSaml()).filter(({ enabled }) => enabled);
}

/**
 * Stores a provider. `make` creates a new one, `change` updates an existing one. Returns whether it
 * was stored. Throws `HttpError` 409.
 */
export async function storeSamlProvider(
  value: SamlSettings,
  how: 'make' | 'change',
  by: string,
): Promise<boolean> {
  const { name, idpEntityId } = value;
  const same = (await listSaml()).find((other) => other.idpEntityId === idpEntityId && other.name !== name);
  if (same) {
    throw new HttpError(
      409,
      'PROVIDER_EXISTS',
      `Invalid idpEntityId. Provider ${same.name} already uses ${idpEntityId}, and the entity ID identifies the provider.`,
    );
  }
  const json = JSON.stringify(value);
  const done =
    how === 'make'
      ? await db().execute(sql`
          insert into saml_providers (name, value, changed_by) values (${name}, ${json}::jsonb, ${by})
          on conflict (name) do nothing`)
      : await db().execute(sql`
          update saml_providers set value = ${json}::jsonb, changed = now(), changed_by = ${by} where name = ${name}`);
  return (done.rowCount ?? 0) > 0;
}

/** Deletes a provider. The identities of its users are kept in case it is added again. */
export async function removeSaml(name: string): Promise<boolean> {
  const removed = await db().execute(sql`delete from saml_providers where name = ${name}`);
  return (removed.rowCount ?? 0) > 0;
}
