import { sql } from 'drizzle-orm';
import { db } from '../database/db.ts';
import type { PlatformEvent } from '../events/Event.ts';
import type { Platform } from '../platform/Platform.ts';
import { addNotices } from './addNotices.ts';
import type { Notice } from './Item.ts';

const promotion = 'release_bundle_v2_promotion.release_bundle_v2_promotion' as const;
const types = [
  `${promotion}_completed`,
  `${promotion}_failed`,
  'distribution.distribute_completed',
  'distribution.distribute_failed',
  'distribution.distribute_aborted',
] as const;
type Ended = PlatformEvent<(typeof types)[number]>;

/** Notifies users when their promotion or distribution of a release bundle has ended. */
export function watchOwnBundles({ events }: Pick<Platform, 'events'>): void {
  events.add({
    name: 'notifications',
    types,
    inTransaction: async (ended) => {
      for (const event of ended) {
        const notice = await noticeOf(event);
        if (notice) await addNotices([notice]);
      }
    },
  });
}

async function noticeOf(event: Ended): Promise<Notice | undefined> {
  const { name, version, message } = event.facts;
  const outcome = event.type.split('_').at(-1) as 'completed' | 'failed' | 'aborted';
  const failure = message === undefined ? {} : { message: message.slice(0, 500) };
  const about = { subject: name, changes: 1 };
  if ('environment' in event.facts) {
    const item = { version, target: event.facts.environment, outcome, ...failure };
    return { ...about, userName: event.by, kind: 'promotion', items: [item] };
  }
  const { edge } = event.facts;
  const userName = await distributedBy(name, version, edge);
  if (userName === undefined) return undefined;
  return {
    ...about,
    ...{ userName, kind: 'distribution', items: [{ version, target: edge, outcome, ...failure }] },
  };
}

/** A job distributes for the user who ordered the distribution. */
async function distributedBy(name: string, version: string, edge: string): Promise<string | undefined> {
  const { rows } = await db().execute<{ by: string }>(sql`
    SELECT d.created_by AS by FROM distributions d JOIN edge_targets t ON t.id = d.edge_id
    WHERE t.name = ${edge} AND d.name = ${name} AND d.version = ${version} AND d.kind = 'distribute'
    ORDER BY d.id DESC LIMIT 1`);
  return rows[0]?.by;
}
