import { type SQL, sql } from 'drizzle-orm';
import { decodeCursor, encodeCursor, type ListName } from '../../database/cursor.ts';
import { db } from '../../database/db.ts';
import { after } from '../lists/keyset.ts';
import type { NamedPage, PageQuery } from '../lists/paging.ts';
import { contains, wordsOf } from '../lists/searchWords.ts';
import { tokensTable } from '../tables.ts';
import { type TokenRow, tokenColumns, tokenIsListed } from './tokens.ts';

const tie = sql`tokens.id::text collate "C"`;
const text = sql.raw('text collate "C"');
const time = sql.raw('timestamptz');

/** Orders of the list, by the column of the console. A cursor contains the key as text. */
const orders = {
  created: { key: sql`tokens.created`, type: time },
  user: { key: sql`tokens.user_name collate "C"`, type: text },
  description: { key: sql`tokens.description collate "C"`, type: text },
  expires: { key: sql`coalesce(tokens.expires, 'infinity')`, type: time },
  lastUsed: { key: sql`coalesce(tokens.last_used, '-infinity')`, type: time },
} satisfies Record<string, { key: SQL; type: SQL }>;

export type TokenOrder = keyof typeof orders;
export const tokenOrders = Object.keys(orders) as TokenOrder[];

/** Whether a token has expired, or does within 7 days. */
const states = {
  active: sql`(tokens.expires is null or tokens.expires >= now() + interval '7 days')`,
  soon: sql`(tokens.expires > now() and tokens.expires < now() + interval '7 days')`,
  expired: sql`tokens.expires <= now()`,
};
export type TokenState = keyof typeof states;
export const tokenStates = Object.keys(states) as TokenState[];

const hasScope = (scope: string) => sql`${scope} = any (string_to_array(tokens.scope, ' '))`;
const isAdmin = hasScope('applied-permissions/admin');
const isUser = hasScope('applied-permissions/user');
const kinds = {
  admin: isAdmin,
  user: sql`(${isUser} and not ${isAdmin})`,
  limited: sql`not (${isUser} or ${isAdmin})`,
};
export type TokenKind = keyof typeof kinds;
export const tokenKinds = Object.keys(kinds) as TokenKind[];

/** Tokens that are probably not needed, or that last too long. */
const uses = {
  unused: sql`tokens.last_used is null`,
  idle: sql`coalesce(tokens.last_used, tokens.created) < now() - interval '90 days'`,
  forever: sql`tokens.expires is null`,
};
export type TokenUse = keyof typeof uses;
export const tokenUses = Object.keys(uses) as TokenUse[];

export interface TokenQuery extends PageQuery {
  /** All users if absent. */
  userName?: string | undefined;
  /** Includes expired tokens that can still be refreshed. */
  refreshable?: boolean | undefined;
  /** Words, each of which a user name, description, scope, or ID contains. */
  search?: string | undefined;
  state?: TokenState | undefined;
  scope?: TokenKind | undefined;
  use?: TokenUse | undefined;
  sort_by?: TokenOrder | undefined;
  descending_order?: boolean | undefined;
}

const searched = sql`lower(tokens.user_name || E'\n' || tokens.description || E'\n' || tokens.scope || E'\n' || tokens.id::text)`;

/** Returns a page of tokens. Throws `HttpError` 400 for a cursor of another order. */
export async function readTokens(query: TokenQuery): Promise<NamedPage<TokenRow>> {
  const { sort_by: field = 'created', descending_order: isDescending = field === 'created' } = query;
  const list: ListName = ['tokens', field.toUpperCase(), isDescending ? 'DESC' : 'ASC'];
  const { key, type } = orders[field];
  const wanted = conditionsOf(query);
  if (query.cursor !== undefined)
    wanted.push(after(decodeCursor(list, query.cursor), { key, type, tie, isDescending }));
  const page = db()
    .select({ ...tokenColumns, key: sql<string>`(${key})::text` })
    .from(tokensTable)
    .where(sql.join(wanted, sql` and `))
    .orderBy(sql`${key} ${sql.raw(isDescending ? 'desc' : 'asc')}`, tie);
  const { limit } = query;
  const rows = await (limit === undefined ? page : page.limit(limit + 1));
  const shown = limit === undefined ? rows : rows.slice(0, limit);
  const last = shown.at(-1);
  const next =
    last && rows.length > shown.length ? encodeCursor(list, { key: last.key, tie: last.id }) : undefined;
  const tokens = shown.map(({ key: _key, ...token }) => token);
  return { rows: tokens, ...(next === undefined ? {} : { cursor: next }) };
}

function conditionsOf({ userName, refreshable = false, search = '', state, scope, use }: TokenQuery): SQL[] {
  return [
    tokenIsListed(refreshable),
    ...(userName === undefined ? [] : [sql`tokens.user_name = ${userName}`]),
    ...(state === undefined ? [] : [states[state]]),
    ...(scope === undefined ? [] : [kinds[scope]]),
    ...(use === undefined ? [] : [uses[use]]),
    ...wordsOf(search).map((word) => contains(searched, word)),
  ];
}
