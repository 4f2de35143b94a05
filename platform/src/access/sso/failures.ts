import type { AuditEventName } from '@lading/contract/rest';
import type { FastifyRequest } from 'fastify';
import { audit } from '../audit/audit.ts';
import { originOf } from '../origin.ts';
import { countUse, networkOf } from '../useLimits.ts';
import type { SsoError } from './SsoError.ts';

/** Of one network. What fails beyond it says nothing more, and nobody fills the log and the audit by asking. */
const written = { most: 60, within: 3600 };

/** Writes down why somebody did not come in, or out; not that he asked for a way that there is not, as anybody can. */
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
