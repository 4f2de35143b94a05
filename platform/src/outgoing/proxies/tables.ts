import { boolean, customType, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const proxiesTable = pgTable('proxies', {
  key: text().primaryKey(),
  host: text().notNull(),
  port: integer().notNull(),
  username: text().notNull(),
  sealed: bytea(),
  noProxy: text('no_proxy').array().notNull(),
  resolvesNames: boolean('resolves_names').notNull(),
  modified: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

export const proxyDefaultsTable = pgTable('proxy_defaults', {
  /** A `ProxyService`, or `all`. */
  service: text().primaryKey(),
  proxy: text().notNull(),
});
