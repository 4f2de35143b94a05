import { boolean, customType, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const platformSettingsTable = pgTable('platform_settings', {
  name: text().primaryKey(),
  value: jsonb().$type<unknown>().notNull(),
  changed: timestamp({ withTimezone: true }).notNull().defaultNow(),
  changedBy: text('changed_by').notNull(),
});

export const logoTable = pgTable('logo', {
  single: boolean().primaryKey().default(true),
  type: text().notNull(),
  bytes: bytea().notNull(),
  hash: text().notNull(),
});

export const onboardingTable = pgTable('onboarding', {
  userName: text('user_name').primaryKey(),
  completed: boolean().notNull().default(false),
  quickActionVisible: boolean('quick_action_visible').notNull().default(true),
  data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
});
