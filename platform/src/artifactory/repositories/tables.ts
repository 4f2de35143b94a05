import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { RepositoryType } from './Repository.ts';

export const repositoriesTable = pgTable('repositories', {
  key: text().primaryKey(),
  type: text().$type<RepositoryType>().notNull(),
  packageType: text('package_type').notNull(),
  description: text().notNull(),
  url: text(),
  members: text().array().notNull(),
  projectKey: text('project_key'),
  environments: text().array().notNull().default([]),
  options: jsonb().$type<Record<string, unknown>>().notNull(),
  created: timestamp({ withTimezone: true }).notNull().defaultNow(),
  modified: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
