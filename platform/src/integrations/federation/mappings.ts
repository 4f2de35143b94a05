import type { OidcMapping, TrustedPublisher } from '@lading/contract/rest';
import { type SQL, sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';

interface Row extends Record<string, unknown> {
  provider: string;
  name: string;
  description: string;
  priority: number;
  claims: OidcMapping['claims'];
  user_name: string;
  scope: string;
  expires_in: number;
  package_type: TrustedPublisher['package_type'] | null;
  repository: string | null;
  package: string | null;
}

/** An identity mapping with the name of its provider. */
export interface Mapping extends OidcMapping {
  provider: string;
}

async function select(where: SQL): Promise<Mapping[]> {
  const { rows } = await db().execute<Row>(sql`
    select provider, name, description, priority, claims, user_name, scope, expires_in, package_type, repository, package
    from oidc_mappings where ${where} order by priority, provider, name`);
  return rows.map(mappingOf);
}

function mappingOf(row: Row): Mapping {
  const { provider, name, description, priority, claims, user_name, scope, expires_in } = row;
  const { package_type, repository, package: named } = row;
  const publisher =
    package_type && repository !== null && named !== null
      ? { publisher: { package_type, repository, package: named } }
      : {};
  return {
    ...{ provider, name, description, priority, claims },
    token_spec: { username: user_name, scope, expires_in },
    ...publisher,
  };
}

/** Returns the mappings of a provider in the order in which they apply. */
export const mappingsOf = (provider: string) => select(sql`provider = ${provider}`);

/** Returns the mappings that let jobs publish the package. */
export const publishersOf = (type: TrustedPublisher['package_type'], name: string) =>
  select(sql`package_type = ${type} and package = ${name}`);

/** Returns all mappings of trusted publishers of providers with these names. */
export const publishersAt = (type: TrustedPublisher['package_type'], providers: readonly string[]) =>
  select(sql`package_type = ${type} and provider = any(${sql.param([...providers])}::text[])`);

/** Throws `HttpError` 404. */
export async function requireMapping(provider: string, name: string): Promise<Mapping> {
  const [found] = await select(sql`provider = ${provider} and name = ${name}`);
  if (found) return found;
  const shown = name.slice(0, 100);
  throw new HttpError(
    404,
    'OIDC_MAPPING_NOT_FOUND',
    `Provider ${provider} has no identity mapping "${shown}"`,
  );
}

/** Throws `HttpError` 409 if the name is in use. */
export async function addMapping(provider: string, wanted: OidcMapping, by: string): Promise<void> {
  const { name, description, priority, claims, token_spec, publisher } = wanted;
  const { username, scope, expires_in } = token_spec;
  const { rowCount } = await db().execute(sql`
    insert into oidc_mappings (provider, name, description, priority, claims, user_name, scope, expires_in,
      package_type, repository, package, changed_by)
    values (${provider}, ${name}, ${description}, ${priority}, ${JSON.stringify(claims)}::jsonb, ${username}, ${scope},
      ${expires_in}, ${publisher?.package_type ?? null}, ${publisher?.repository ?? null}, ${publisher?.package ?? null}, ${by})
    on conflict do nothing`);
  if (!rowCount) {
    const message = `Provider ${provider} has an identity mapping ${name} already`;
    throw new HttpError(409, 'OIDC_MAPPING_EXISTS', message);
  }
}

export async function changeMapping(provider: string, wanted: OidcMapping, by: string): Promise<void> {
  const { name, description, priority, claims, token_spec, publisher } = wanted;
  const { username, scope, expires_in } = token_spec;
  await db().execute(sql`
    update oidc_mappings set description = ${description}, priority = ${priority},
      claims = ${JSON.stringify(claims)}::jsonb, user_name = ${username}, scope = ${scope}, expires_in = ${expires_in},
      package_type = ${publisher?.package_type ?? null}, repository = ${publisher?.repository ?? null},
      package = ${publisher?.package ?? null}, changed = now(), changed_by = ${by}
    where provider = ${provider} and name = ${name}`);
}

export async function removeMapping(provider: string, name: string): Promise<void> {
  await db().execute(sql`delete from oidc_mappings where provider = ${provider} and name = ${name}`);
}
