import type { OAuthProviderSettings } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { type Seal, SealBroken } from '../../secrets/Seal.ts';

export interface StoredProvider {
  settings: OAuthProviderSettings;
  sealed: Buffer | null;
}

export async function listProviders(): Promise<StoredProvider[]> {
  const { rows } = await db().execute<{ value: OAuthProviderSettings; sealed: Buffer | null }>(
    sql`select value, sealed from oauth_providers order by name`,
  );
  return rows.map(({ value, sealed }) => ({ settings: value, sealed }));
}

export async function findProvider(name: string): Promise<StoredProvider | undefined> {
  const { rows } = await db().execute<{ value: OAuthProviderSettings; sealed: Buffer | null }>(
    sql`select value, sealed from oauth_providers where name = ${name}`,
  );
  const [row] = rows;
  return row && { settings: row.value, sealed: row.sealed };
}

/** Locks a provider until the transaction ends, for a change of it. */
export async function lockProvider(name: string): Promise<StoredProvider | undefined> {
  await db().execute(sql`select 1 from oauth_providers where name = ${name} for no key update`);
  return findProvider(name);
}

/**
 * Stores a provider. `make` creates a new one, otherwise an existing one is changed. An omitted
 * secret does not change. Returns whether it was stored.
 */
export async function storeProvider(
  {
    clientSecret,
    hasClientSecret: _shown,
    callbackUrl: _made,
    postLogoutUrl: _out,
    ...value
  }: OAuthProviderSettings,
  how: 'make' | 'change',
  by: string,
  seal: Seal,
): Promise<boolean> {
  const sealed = clientSecret ? seal.close(clientSecret, use(value.name)) : null;
  const json = JSON.stringify(value);
  const done =
    how === 'make'
      ? await db().execute(sql`
          insert into oauth_providers (name, value, sealed, changed_by) values (${value.name}, ${json}::jsonb, ${sealed}, ${by})
          on conflict do nothing`)
      : await db().execute(sql`
          update oauth_providers set value = ${json}::jsonb, changed = now(), changed_by = ${by},
            sealed = ${clientSecret === undefined ? keptForIssuer(value.issuer) : sql`${sealed}::bytea`}
          where name = ${value.name}`);
  return (done.rowCount ?? 0) > 0;
}

/** A secret is sent only to the issuer for which it was entered. */
function keptForIssuer(issuer: string): SQL {
  return sql`case when value->>'issuer' = ${issuer} then sealed end`;
}

/**
 * Deletes a provider. Its users can no longer sign in, but their identities are kept in case it is
 * added again.
 */
export async function removeProvider(name: string): Promise<boolean> {
  const removed = await db().execute(sql`delete from oauth_providers where name = ${name}`);
  return (removed.rowCount ?? 0) > 0;
}

/** Empty if there is none. */
export function secretOf({ settings, sealed }: StoredProvider, seal: Seal): string {
  if (!sealed) return '';
  try {
    return seal.open(sealed, use(settings.name));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new HttpError(
      409,
      'SEALED_ELSEWHERE',
      `The secret of provider ${settings.name} was encrypted with a key that no longer exists. Enter it again.`,
    );
  }
}

function use(name: string): string {
  return `oauth-provider:${name}`;
}
