import { isNoSpace, noSpaceMessage } from '../../blobs/space/NoSpaceLeft.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { asOutgoingError } from '../../outgoing/OutgoingError.ts';
import type { Repository } from '../repositories.ts';

/**
 * An upstream that cannot be relied on now: 504 when it is silent, 502 otherwise. Names the repository alone: where its
 * upstream is, is for administrators.
 */
export class UpstreamError extends HttpError {
  /** The same for those who configure the repository, with what others are not told. */
  forAdministrators: string | undefined;
}

/**
 * What a request to the upstream ended in; why, in its own words, stays with it as the cause. `asked`: for what, which its index may have
 * at another address than its own.
 */
export function upstreamError(error: unknown, { key, url }: Repository, asked?: URL): UpstreamError {
  if (error instanceof UpstreamError) return error;
  // What is cached is served, as when the upstream fails.
  if (isNoSpace(error))
    return new UpstreamError(507, 'NO_SPACE', noSpaceMessage, undefined, {}, { cause: error });
  const { fault, message } = asOutgoingError(error);
  const isNamed =
    asked !== undefined && URL.canParse(url ?? '') && new URL(url ?? '').origin !== asked.origin;
  const byProxy = fault.startsWith('proxy');
  const what = byProxy
    ? 'cannot be reached through its proxy'
    : fault === 'refused'
      ? `${isNamed ? 'refers to' : 'has'} an address that is not allowed`
      : `failed: ${lower(message)}`;
  const failure =
    fault === 'timeout'
      ? new UpstreamError(504, 'UPSTREAM_TIMEOUT', `The upstream of ${key} timed out`)
      : new UpstreamError(502, 'UPSTREAM_FAILED', `The upstream of ${key} ${what}`);
  failure.cause = error;
  if (fault === 'refused' || byProxy) failure.forAdministrators = `${failure.message}: ${message}`;
  return failure;
}

/** For an answer that makes no sense. */
export function upstreamNonsense({ key }: Repository, what: string): UpstreamError {
  return new UpstreamError(502, 'UPSTREAM_FAILED', `The upstream of ${key} returned ${what}`);
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
