import type { Permission } from '@lading/contract/rest';
import { boolean, customType, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { SsoSession } from './sso/ssoSessions.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const time = () => timestamp({ withTimezone: true });

export const usersTable = pgTable('users', {
  name: text().primaryKey(),
  email: text().notNull().default(''),
  passwordHash: text('password_hash'),
  passwordExpired: boolean('password_expired').notNull().default(false),
  admin: boolean().notNull().default(false),
  enabled: boolean().notNull().default(true),
  realm: text().notNull().default('internal'),
  profileUpdatable: boolean('profile_updatable').notNull().default(true),
  disableUiAccess: boolean('disable_ui_access').notNull().default(false),
  created: time().notNull().defaultNow(),
  lastSignedIn: timestamp('last_signed_in', { withTimezone: true }),
  passwordChanged: timestamp('password_changed', { withTimezone: true }).notNull().defaultNow(),
  mfaSince: timestamp('mfa_since', { withTimezone: true }),
});

export const groupsTable = pgTable('groups', {
  name: text().primaryKey(),
  description: text().notNull().default(''),
  autoJoin: boolean('auto_join').notNull().default(false),
  adminPrivileges: boolean('admin_privileges').notNull().default(false),
});

export const groupMembersTable = pgTable(
  'group_members',
  { groupName: text('group_name').notNull(), userName: text('user_name').notNull() },
  (table) => [primaryKey({ columns: [table.groupName, table.userName] })],
);

export const permissionsTable = pgTable('permissions', {
  name: text().primaryKey(),
  resources: jsonb().$type<Permission['resources']>().notNull(),
});

export const sessionsTable = pgTable('sessions', {
  hash: bytea().primaryKey(),
  userName: text('user_name').notNull(),
  remembered: boolean().notNull(),
  created: time().notNull().defaultNow(),
  lastSeen: timestamp('last_seen', { withTimezone: true }).notNull().defaultNow(),
  expires: time().notNull(),
  id: uuid().notNull().defaultRandom(),
  client: text().notNull().default(''),
  address: text().notNull().default(''),
  unlockedUntil: timestamp('unlocked_until', { withTimezone: true }),
  sso: jsonb().$type<SsoSession>(),
  formerHash: bytea('former_hash'),
  formerUntil: timestamp('former_until', { withTimezone: true }),
});

export const apiKeysTable = pgTable('api_keys', {
  userName: text('user_name').primaryKey(),
  hash: bytea().notNull(),
  sealed: bytea().notNull(),
  created: time().notNull().defaultNow(),
  lastUsed: timestamp('last_used', { withTimezone: true }),
});

export const tokensTable = pgTable('tokens', {
  id: uuid().primaryKey(),
  hash: bytea().notNull(),
  refreshHash: bytea('refresh_hash'),
  userName: text('user_name').notNull(),
  scope: text().notNull(),
  description: text().notNull().default(''),
  created: time().notNull().defaultNow(),
  expires: time(),
  lastUsed: timestamp('last_used', { withTimezone: true }),
  /** Client ID of the application that it was issued to. */
  application: text(),
});
