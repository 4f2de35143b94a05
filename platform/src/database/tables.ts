import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Referenced content. See `rememberBlob`. */
export const blobsTable = pgTable('blobs', {
  sha256: text().primaryKey(),
  sha1: text().notNull(),
  md5: text().notNull(),
  sha512: text(),
  size: bigint({ mode: 'number' }).notNull(),
  created: timestamp({ withTimezone: true }).notNull().defaultNow(),
  touched: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
