import type { ProjectAdminPrivileges, ProjectRole } from '@lading/contract/rest';
import { bigint, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const projectsTable = pgTable('projects', {
  projectKey: text('project_key').primaryKey(),
  displayName: text('display_name').notNull(),
  description: text().notNull().default(''),
  adminPrivileges: jsonb('admin_privileges').$type<ProjectAdminPrivileges>().notNull(),
  storageQuotaBytes: bigint('storage_quota_bytes', { mode: 'number' }).notNull().default(-1),
  created: timestamp({ withTimezone: true }).notNull().defaultNow(),
  modified: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

const roles = () => text().array().$type<ProjectRole[]>().notNull();

export const projectUsersTable = pgTable(
  'project_users',
  { projectKey: text('project_key').notNull(), name: text('user_name').notNull(), roles: roles() },
  (table) => [primaryKey({ columns: [table.projectKey, table.name] })],
);

export const projectGroupsTable = pgTable(
  'project_groups',
  { projectKey: text('project_key').notNull(), name: text('group_name').notNull(), roles: roles() },
  (table) => [primaryKey({ columns: [table.projectKey, table.name] })],
);

export const environmentsTable = pgTable('environments', { name: text().primaryKey() });
