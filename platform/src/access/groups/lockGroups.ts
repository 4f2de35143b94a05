import { sql } from 'drizzle-orm';
import { db } from '../../database/db.ts';

/**
 * Locks groups before a change of members in the current transaction: changes of the groups wait
 * until it ends. The fixed order prevents deadlocks. `leaving`: also locks the groups of this user.
 */
export async function lockGroups(names: readonly string[], leaving = ''): Promise<void> {
  await db().execute(sql`
    select from groups where name in (select value from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))
      or name in (select group_name from group_members where user_name = ${leaving})
    order by name collate "C" for no key update`);
}
