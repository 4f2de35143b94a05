import type { AuditEventName } from '@lading/contract/rest';
import type { FastifyRequest } from 'fastify';
import { audit } from '../audit/audit.ts';
import { originOf } from '../origin.ts';
import { countUse, networkOf } from '../rateLimits.ts';
import type { SsoError } from './SsoError.ts';

/** Limit of recorded failures per network, to prevent filling the log and the audit log. */
const written = { most: 60, within: 3600 };

/**
 * Records why a sign-in or sign-out failed. Requests for unknown methods are not recorded, because
 * anyone can send them.
 */
export async function recordFailure(
  request: FastifyRequest,
  event: AuditEventName,
  failure: SsoError,
  detail: string,
): Promise<void> {
  if (failure.code === 'SSO_OFF') return;
  if (!(await countUse('sso-failed', networkOf(request.ip), written))) return;
  request.log.warn({ err: failure }, detail);
  await audit(originOf(request), { event, outcome: 'failure', detail });
}
