import type { AuditEventName } from '@lading/contract/rest';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../gateway.ts';
import { originOf } from '../origin.ts';
import { type IssuedToken, issueToken, type TokenRequest } from '../tokens/tokens.ts';
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

/** Fields of a record. */
const maxChanges = 100;
/** Characters of a detail. */
const maxDetail = 1000;

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

/**
 * Records a change by the caller with the fields before and after it, in several records if there
 * are more than 100.
 */
export async function recordChange(
  request: FastifyRequest,
  event: AuditEventName,
  detail: string,
  { before, after, namesAreData = false, user }: Change,
): Promise<void> {
  const { userName: by } = callerOf(request);
  const changes = changesBetween(before, after, { namesAreData });
  const records = Math.max(1, Math.ceil(changes.length / maxChanges));
  for (let at = 0; at < records; at++) {
    const part = changes.slice(at * maxChanges, (at + 1) * maxChanges);
    const place = records === 1 ? '' : ` (part ${at + 1} of ${records})`;
    // The names of affected users and the like are among the changes.
    const said = detail.slice(0, maxDetail - place.length) + place;
    await audit(originOf(request), { event, user: user ?? by, by, detail: said, changes: part });
  }
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
