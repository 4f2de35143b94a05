import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Prepared, query, unawaited } from '../database/db.ts';
import { countAudit } from './audit/auditCounts.ts';
import { authSettings } from './configuration/authSettings.ts';
import { deviceOfBrowser, writeDevice } from './knownPlaces.ts';
import { originOf } from './origin.ts';
import { hashSecret } from './secrets.ts';
import { readSessionCookie, writeSessionCookie } from './sessionCookie.ts';
import { newSession } from './sessions.ts';
import type { SsoSession } from './sso/ssoSessions.ts';

export interface FinishedSignIn {
  remembered: boolean;
  /** Method for the audit log, such as `with a password`. */
  how: string;
  /** The provider's identifiers of the session, if sign-out at the provider is supported. */
  sso?: SsoSession;
}

/**
 * Creates the session, updates the last sign-in and the device, and writes the audit record, in one
 * statement, because many users sign in at the same time. The commit does not wait for the disk: a
 * crash loses the session together with its record. Any later synchronous commit also makes these
 * durable, because they are earlier in the same log.
 */
const finish: Prepared = {
  name: 'sign-in-finish',
  text: `
    with former as (delete from sessions where hash = $1 or former_hash = $1),
    last as (update users set last_signed_in = now() where name = $2),
    device as (
      insert into known_places as k (user_name, place) select name, $3 from users where name = $2
      on conflict (user_name, place) do update set last = now() where k.last < now() - interval '1 hour'),
    audited as (
      insert into audit_events (event, outcome, user_name, address, client, detail)
      values ('sign-in', 'success', $2, $4, $5, $6)),
    begun as (
      insert into sessions (hash, user_name, remembered, client, address, sso, expires)
      values ($7, $2, $8, $5, $4, $9, now() + make_interval(secs => $10)))
    select ${unawaited}`,
};

/** Creates a session, replacing the browser's previous one. No other function does this. */
export async function finishSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  userName: string,
  { remembered, how, sso }: FinishedSignIn,
): Promise<void> {
  const session = newSession(remembered);
  const former = readSessionCookie(request);
  const device = deviceOfBrowser(request);
  const { address, client } = originOf(request);
  await query(finish, [
    former === undefined ? null : hashSecret(former),
    userName,
    device.place,
    address,
    client,
    how,
    hashSecret(session.secret),
    remembered,
    sso ? JSON.stringify(sso) : null,
    session.maxAge,
  ]);
  countAudit('sign-in', 'success');
  writeSessionCookie(request, reply, session);
  writeDevice(request, reply, device.secret);
}

/** Whether users may stay signed in after they close the browser. */
export function mayBeRemembered(): boolean {
  return authSettings().sessions.rememberMe;
}
