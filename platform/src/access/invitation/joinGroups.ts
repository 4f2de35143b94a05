import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';
import { lockGroups } from '../groups/lockGroups.ts';

/** Adds the user to the groups of the list that (still) exist. */
export async function joinGroups(userName: string, groups: unknown): Promise<void> {
  const listed: string[] = Array.isArray(groups) ? groups : [];
  const names = JSON.stringify(listed);
  await lockGroups(listed);
  await db().execute(sql`
    insert into group_members (group_name, user_name)
    select name, ${userName} from groups where name in (select value from jsonb_array_elements_text(${names}::jsonb))
    on conflict do nothing`);
}
