import type { OidcProvider, OidcProviderDetails } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';

/** A trusted issuer of ID tokens. */
export interface Provider extends OidcProviderDetails {
  allow_private: boolean;
}

const columns = sql.raw(`name, provider_type, issuer as issuer_url, audience, description, allow_private,
  (select count(*)::int from oidc_mappings m where m.provider = oidc_providers.name) as mappings`);

export async function listProviders(): Promise<Provider[]> {
  const { rows } = await db().execute<Provider & Record<string, unknown>>(
    sql`select ${columns} from oidc_providers order by name`,
  );
  return rows;
}

/** Returns all providers that trust the issuer: they can differ in their audience. */
export async function providersOf(issuer: string): Promise<Provider[]> {
  const { rows } = await db().execute<Provider & Record<string, unknown>>(
    sql`select ${columns} from oidc_providers where issuer = ${withoutSlash(issuer)} order by name`,
  );
  return rows;
}

export async function findProvider(name: string): Promise<Provider | undefined> {
  const { rows } = await db().execute<Provider & Record<string, unknown>>(
    sql`select ${columns} from oidc_providers where name = ${name}`,
  );
  return rows[0];
}

/** Throws `HttpError` 404. */
export async function requireProvider(name: string): Promise<Provider> {
  const found = await findProvider(name);
  if (found) return found;
  throw new HttpError(404, 'OIDC_PROVIDER_NOT_FOUND', `OIDC provider "${name.slice(0, 100)}" not found`);
}

/** Throws `HttpError` 409 if the name is in use. */
export async function addProvider(wanted: OidcProvider, by: string): Promise<void> {
  const { name, provider_type, issuer_url, audience, description, allow_private = false } = wanted;
  const { rowCount } = await db().execute(sql`
    insert into oidc_providers (name, provider_type, issuer, audience, description, allow_private, changed_by)
    values (${name}, ${provider_type}, ${issuer_url}, ${audience}, ${description}, ${allow_private}, ${by})
    on conflict do nothing`);
  if (!rowCount) throw new HttpError(409, 'OIDC_PROVIDER_EXISTS', `OIDC provider ${name} exists already`);
}

export async function changeProvider(wanted: OidcProvider, by: string): Promise<void> {
  const { name, provider_type, issuer_url, audience, description, allow_private = false } = wanted;
  await db().execute(sql`
    update oidc_providers set provider_type = ${provider_type}, issuer = ${issuer_url}, audience = ${audience},
      description = ${description}, allow_private = ${allow_private}, changed = now(), changed_by = ${by}
    where name = ${name}`);
}

export async function removeProvider(name: string): Promise<void> {
  await db().execute(sql`delete from oidc_providers where name = ${name}`);
}

/** Issuers are compared without a trailing slash, because CI systems differ in it. */
export function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}
