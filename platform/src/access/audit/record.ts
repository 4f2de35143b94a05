import type { AuditEventName } from '@lading/contract/rest';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../gateway.ts';
import { originOf } from '../origin.ts';
import { type IssuedToken, issueToken, type TokenRequest } from '../tokens.ts';
import { audit } from './audit.ts';
import { changesBetween } from './changes.ts';

/** Records an action of the caller, about the caller unless `user` is specified. */
export function record(
  request: FastifyRequest,
  event: AuditEventName,
  detail: string,
  user?: string,
): Promise<void> {
  const { userName: by } = callerOf(request);
  return audit(originOf(request), { event, user: user ?? by, by, detail });
}

interface Change {
  /** Absent for a created object. */
  before?: object | undefined;
  /** Absent for a deleted object. */
  after?: object | undefined;
  /**
   * Whether field names are names of users or repositories, so that none is redacted as a secret.
   */
  namesAreData?: boolean;
  /** The affected user, if not the caller. */
  user?: string;
}

/** Records a change by the caller with the fields before and after it. */
export function recordChange(
  request: FastifyRequest,
  event: AuditEventName,
  detail: string,
  { before, after, namesAreData = false, user }: Change,
): Promise<void> {
  const { userName: by } = callerOf(request);
  const changes = changesBetween(before, after, { namesAreData });
  return audit(originOf(request), { event, user: user ?? by, by, detail, changes });
}

/** Issues a token and records it by its ID, which a revocation also contains. */
export async function issueAndRecordToken(
  request: FastifyRequest,
  wanted: TokenRequest,
): Promise<IssuedToken> {
  const token = await issueToken(wanted);
  await recordToken(request, wanted.userName, token, wanted.description);
  return token;
}

/** Records a token that was issued without access to the request. */
export async function recordToken(
  request: FastifyRequest,
  userName: string,
  { id, scope }: IssuedToken,
  description = '',
): Promise<void> {
  const { kind, userName: by } = callerOf(request);
  const detail = `${description || 'No description'}: ${scope} (token ${id})`;
  const who = kind === 'user' ? { by } : {};
  await audit(originOf(request), { event: 'token-issued', user: userName, ...who, detail });
}
