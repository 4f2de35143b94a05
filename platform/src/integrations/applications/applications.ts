import type { Application, ApplicationClient, NewApplication } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { hashSecret, newSecret } from '../../access/secrets.ts';
import { revokeTokensOfApplication } from '../../access/tokens/applicationTokens.ts';
import { db, transaction } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';

/** Recognizable prefix for scanners that search for leaked secrets. */
const secretPrefix = 'lading_cs_';

type Row = Omit<Application, 'platform_base_url' | 'service_user'> & {
  service_user: string | null;
} & Record<string, unknown>;
const columns = sql.raw(`a.client_id as id, a.name, a.type, a.description, a.callback_url, a.client_id,
  a.service_user, to_char(a.created at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created, a.created_by`);

export async function listApplications(baseUrl: string): Promise<Application[]> {
  const { rows } = await db().execute<Row>(sql`
    select ${columns}, (select count(*) from application_grants g where g.client_id = a.client_id)::int as users
    from applications a order by lower(a.name)`);
  return rows.map((row) => shown(row, baseUrl));
}

/** Returns the public data of an application; throws `HttpError` 404. */
export async function requireClient(clientId: string): Promise<ApplicationClient> {
  const { rows } = await db().execute<ApplicationClient & Record<string, unknown>>(sql`
    select client_id, name, type, description, callback_url from applications where client_id = ${clientId}`);
  if (rows[0]) return rows[0];
  throw notFound(clientId);
}

/**
 * Returns the application with its secret, of which only a hash is stored. Throws `HttpError` 409
 * for a name that exists.
 */
export async function addApplication(
  { name, type, description, callback_url, service_user }: NewApplication,
  by: string,
  baseUrl: string,
): Promise<Application & { secret: string }> {
  const secret = secretPrefix + newSecret();
  const clientId = newSecret().slice(0, 24);
  const { rows } = await db().execute<Row>(sql`
    insert into applications as a (client_id, name, type, description, callback_url, secret_hash, service_user, created_by)
    values (${clientId}, ${name}, ${type}, ${description}, ${callback_url}, ${hashSecret(secret)},
      ${service_user ?? null}, ${by})
    on conflict do nothing returning ${columns}, 0 as users`);
  if (!rows[0]) throw new HttpError(409, 'APPLICATION_EXISTS', `Application "${name}" already exists`);
  return { ...shown(rows[0], baseUrl), secret };
}

/** Deletes an application and revokes its tokens. Throws `HttpError` 404. */
export async function removeApplication(clientId: string): Promise<string> {
  return transaction(async () => {
    await revokeTokensOfApplication(clientId);
    const { rows } = await db().execute<{ name: string }>(
      sql`delete from applications where client_id = ${clientId} returning name`,
    );
    if (rows[0]) return rows[0].name;
    throw notFound(clientId);
  });
}

/** Returns the user that the application acts as by itself, if any. */
export async function serviceUserOf(clientId: string): Promise<string | undefined> {
  const { rows } = await db().execute<{ service_user: string | null }>(
    sql`select service_user from applications where client_id = ${clientId}`,
  );
  return rows[0]?.service_user ?? undefined;
}

/** Whether the secret belongs to the application. */
export async function isSecretOf(clientId: string, secret: string): Promise<boolean> {
  // Compares hashes, so that the response time reveals nothing about the secret.
  const { rows } = await db().execute(sql`
    select 1 from applications where client_id = ${clientId} and secret_hash = ${hashSecret(secret)}`);
  return rows.length > 0;
}

/** Returns the fields in the order of the schema. */
function shown(row: Row, baseUrl: string): Application {
  const { id, name, type, description, callback_url, client_id, service_user, created, created_by, users } =
    row;
  return {
    ...{ id, name, type, description, callback_url, client_id },
    ...(service_user === null ? {} : { service_user }),
    ...{ platform_base_url: baseUrl, created, created_by, users },
  };
}

function notFound(clientId: string): HttpError {
  return new HttpError(404, 'APPLICATION_NOT_FOUND', `Application "${clientId.slice(0, 100)}" not found`);
}
