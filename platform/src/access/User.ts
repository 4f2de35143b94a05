import type { usersTable } from './tables.ts';

export type User = typeof usersTable.$inferSelect & { groups: string[] };
