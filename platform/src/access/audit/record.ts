import type { AuditEventName } from '@lading/contract/rest';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../gateway.ts';
import { originOf } from '../origin.ts';
import { type IssuedToken, issueToken, type TokenRequest } from '../tokens.ts';
import { audit } from './audit.ts';
import { changesBetween } from './changes.ts';

/** What whoever asks has done: to himself, unless `user` names whom it is about. */
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
  /** Absent: created. */
  before?: object | undefined;
  /** Absent: deleted. */
  after?: object | undefined;
  /** The names of fields are names of users and repositories, so that none is redacted as a secret. */
  namesAreData?: boolean;
  /** The user that it is about, if that is not the caller. */
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

/** Makes a token, which stands in the record by its id: that a revocation names too. */
export async function giveToken(request: FastifyRequest, wanted: TokenRequest): Promise<IssuedToken> {
  const token = await issueToken(wanted);
  await recordToken(request, wanted.userName, token, wanted.description);
  return token;
}

/** Of one that was made without a request at hand. */
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
