import type { PluginLoadFailure } from '@lading/contract/rest';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { audit } from '../access/audit/audit.ts';
import { db } from '../database/db.ts';
import type { ConsoleEvent } from './ConsoleReport.ts';
import { noticeOfPlugin } from './health/noticeOfPlugin.ts';
import type { CanaryFailure } from './releases/CanaryGuard.ts';

/** The server as the actor: the request that detects a change did not cause it. */
const SERVER = { address: '', client: 'lading' };

/**
 * Writes a console event to the server log and the audit log, and notifies administrators of
 * failures, in the current storage.
 */
export function reportTo(log: FastifyBaseLogger): (event: ConsoleEvent) => void {
  return ({ event, detail, notice }) => {
    if (event === 'import-map-changed') log.info({ event }, detail);
    else log.warn({ event }, detail);
    const outcome = event === 'import-map-changed' ? 'success' : 'failure';
    audit(SERVER, { event, outcome, detail }).catch((error: unknown) =>
      log.error({ err: error, event }, 'Failed to record a console event in the audit log'),
    );
    if (!notice) return;
    noticeOfPlugin(notice).catch((error: unknown) =>
      log.error({ err: error, event }, 'Failed to notify administrators of a plugin'),
    );
  };
}

/** A canary that stopped because a version failed. */
export function canaryStopped(release: number, failure: CanaryFailure): ConsoleEvent {
  const { plugin, version, failing, users } = failure;
  const share = Math.floor((100 * failing) / users);
  return {
    event: 'plugin-canary-stopped',
    detail: `Canary of release set ${release} stopped: plugin ${plugin} ${version} failed for ${failing} of ${users} ${users === 1 ? 'user' : 'users'}`,
    notice: { plugin, item: { problem: 'canary', version, share, release } },
  };
}

/**
 * Returns the plugins that the server failed to load in the last 24 hours, newest first, up to 100.
 */
export async function recentFailures(): Promise<PluginLoadFailure[]> {
  const { rows } = await db().execute<PluginLoadFailure & Record<string, unknown>>(sql`
    SELECT to_char(time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time, detail
    FROM audit_events WHERE event = 'plugin-failed' AND time > now() - interval '24 hours'
    ORDER BY id DESC LIMIT 100`);
  return rows;
}
