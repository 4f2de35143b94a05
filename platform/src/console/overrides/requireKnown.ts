import type { PluginDevelopment } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { HttpError } from '../../errors/HttpError.ts';

/**
 * Throws `HttpError` 400 with the added users or groups that do not exist. Names that are stored
 * already can be those of deleted users, which do not prevent other changes.
 */
export async function requireKnown(before: PluginDevelopment, after: PluginDevelopment): Promise<void> {
  if (!after.allowed) return;
  const unknownUsers = await unknownOf('users', added(before.users, after.users));
  if (unknownUsers.length > 0)
    throw new HttpError(
      400,
      'USER_NOT_FOUND',
      `Users not found: ${unknownUsers.join(', ')}. Enter names of users that exist, one per line`,
    );
  const unknownGroups = await unknownOf('groups', added(before.groups, after.groups));
  if (unknownGroups.length > 0)
    throw new HttpError(
      400,
      'GROUP_NOT_FOUND',
      `Groups not found: ${unknownGroups.join(', ')}. Enter names of groups that exist, one per line`,
    );
}

const added = (before: readonly string[], after: readonly string[]) =>
  after.filter((name) => !before.includes(name));

async function unknownOf(table: 'users' | 'groups', names: readonly string[]): Promise<string[]> {
  const { rows } = await db().execute<{ name: string }>(sql`
    SELECT wanted.name FROM unnest(${sql.param([...names])}::text[]) WITH ORDINALITY AS wanted (name, position)
    WHERE NOT EXISTS (SELECT FROM ${sql.identifier(table)} known WHERE known.name = wanted.name)
    ORDER BY wanted.position`);
  return rows.map(({ name }) => name);
}
