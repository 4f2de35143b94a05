import { customType, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { RepositoryType, UpstreamCredentials } from './Repository.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

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

export const certificatesTable = pgTable('upstream_certificates', {
  repo: text().primaryKey(),
  certificate: text().notNull(),
  origin: text().notNull(),
  sealed: bytea().notNull(),
});

export const credentialsTable = pgTable('upstream_credentials', {
  repo: text().primaryKey(),
  kind: text().$type<UpstreamCredentials['kind']>().notNull(),
  username: text().notNull(),
  origin: text().notNull(),
  sealed: bytea().notNull(),
});
