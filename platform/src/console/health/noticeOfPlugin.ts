import type { NotificationItem } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import { db, transaction } from '../../database/db.ts';
import { notifyAdministrators } from '../../notifications/administrators.ts';

/** A problem of a version that administrators must know of. */
export interface PluginNotice {
  /** Name of the plugin. */
  readonly plugin: string;
  readonly item: NotificationItem & Required<Pick<NotificationItem, 'problem' | 'version'>>;
}

/** Notifies the administrators, unless they were notified of it in the last 24 hours. */
export async function noticeOfPlugin({ plugin, item }: PluginNotice): Promise<void> {
  await transaction(async () => {
    const { rowCount } = await db().execute(sql`
      INSERT INTO plugin_notices AS n (plugin, version, problem, noticed)
      VALUES (${plugin}, ${item.version}, ${item.problem}, now())
      ON CONFLICT (plugin, version, problem) DO UPDATE SET noticed = now()
        WHERE n.noticed < now() - interval '24 hours'`);
    if (rowCount === 1) await notifyAdministrators({ kind: 'plugin', subject: plugin, item });
  });
}
