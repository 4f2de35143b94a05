import type { Integration, IntegrationForm, IntegrationProduct } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import { HttpError } from '../errors/HttpError.ts';
import { type Seal, SealBroken } from '../secrets/Seal.ts';

/** A stored connection to a Git server. */
export interface Connection {
  key: string;
  name: string;
  vendor: IntegrationForm['vendorName'];
  url: string;
  userName: string;
  sealed: Buffer;
  allowPrivate: boolean;
  products: IntegrationProduct[];
  /** ISO 8601. */
  changed: string;
}

type Row = Connection & Record<string, unknown>;
const columns =
  sql.raw(`key, name, vendor, url, user_name as "userName", sealed, allow_private as "allowPrivate", products,
  to_char(changed at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as changed`);

export async function listConnections(): Promise<Connection[]> {
  const { rows } = await db().execute<Row>(
    sql`select ${columns} from integrations order by lower(name), key`,
  );
  return rows;
}

/** Throws `HttpError` 404. */
export async function requireConnection(key: string): Promise<Connection> {
  const { rows } = await db().execute<Row>(sql`select ${columns} from integrations where key = ${key}`);
  if (rows[0]) return rows[0];
  throw notFound(key);
}

/** Adds a connection and returns its key, derived from the name. */
export async function addConnection(
  form: IntegrationForm & { token: string },
  by: string,
  seal: Seal,
): Promise<string> {
  const base = slugOf(form.integrationName);
  for (let number = 1; ; number++) {
    const key = number === 1 ? base : `${base}-${number}`;
    const { rowCount } = await db().execute(sql`
      insert into integrations (key, name, vendor, url, user_name, sealed, allow_private, products, changed_by)
      values (${key}, ${form.integrationName}, ${form.vendorName}, ${form.url}, ${form.userName},
        ${seal.close(form.token, use(key, form.url))}, ${form.allowPrivate ?? false}, ${listOf(form.products ?? [])}::text[], ${by})
      on conflict do nothing`);
    if (rowCount) return key;
  }
}

/**
 * Changes a connection. Without a token, keeps the stored one. Throws `HttpError` 400 if that was
 * entered for another server.
 */
export async function changeConnection(
  before: Connection,
  form: IntegrationForm,
  by: string,
  seal: Seal,
): Promise<void> {
  const sealed = seal.close(tokenFor(before, form, seal), use(before.key, form.url));
  const { rowCount } = await db().execute(sql`
    update integrations set name = ${form.integrationName}, vendor = ${form.vendorName}, url = ${form.url},
      user_name = ${form.userName}, sealed = ${sealed}, allow_private = ${form.allowPrivate ?? before.allowPrivate},
      products = ${listOf(form.products ?? before.products)}::text[], changed = now(), changed_by = ${by}
    where key = ${before.key}`);
  if (!rowCount) throw notFound(before.key);
}

/** Throws `HttpError` 404. */
export async function removeConnection(key: string): Promise<void> {
  const { rowCount } = await db().execute(sql`delete from integrations where key = ${key}`);
  if (!rowCount) throw notFound(key);
}

/**
 * Returns the form's token or the stored one, which is sent only to the server it was entered for.
 * Throws `HttpError` 400.
 */
export function tokenFor(before: Connection | undefined, form: IntegrationForm, seal: Seal): string {
  if (form.token) return form.token;
  const isSame = before && before.vendor === form.vendorName && originOf(before.url) === originOf(form.url);
  if (isSame) return storedToken(before, seal);
  const why = before ? 'The stored token belongs to another server. Enter a token' : 'Enter a token';
  throw new HttpError(400, 'TOKEN_REQUIRED', 'Token is required', why);
}

/** Throws `HttpError` 409 if the secrets key was replaced. */
export function storedToken({ key, url, sealed }: Connection, seal: Seal): string {
  try {
    return seal.open(sealed, use(key, url));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    throw new HttpError(
      409,
      'SEALED_ELSEWHERE',
      `The token of integration ${key} was encrypted with a key that no longer exists. Enter the token again`,
    );
  }
}

export function shown(connection: Connection): Integration {
  const { key, name, vendor, url, userName, allowPrivate, products, changed } = connection;
  return {
    ...{ integration_id: key, integrationKey: key, name, integrationName: name, userName, url },
    ...{ vendorName: vendor, integrationType: 1, allowPrivate, products, updatedOn: changed },
  };
}

function slugOf(name: string): string {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return slug.replace(/^-|-$/g, '').slice(0, 60) || 'git';
}

const originOf = (url: string) => new URL(url).origin;
const use = (key: string, url: string) => `integration:${key}:${originOf(url)}`;
const listOf = (products: readonly string[]) => `{${[...new Set(products)].join(',')}}`;

function notFound(key: string): HttpError {
  return new HttpError(404, 'INTEGRATION_NOT_FOUND', `Integration "${key.slice(0, 100)}" not found`);
}
