import { isNoSpace, noSpaceMessage } from '../../blobs/space/NoSpaceLeft.ts';
import { HttpError } from '../../errors/HttpError.ts';
import { asOutgoingError } from '../../outgoing/OutgoingError.ts';
import type { Repository } from '../repositories.ts';

/**
 * Upstream failure: 504 for a timeout, 502 otherwise. The message names only the repository: its
 * upstream URL is visible to administrators only.
 */
export class UpstreamError extends HttpError {
  /** The message with details for users who can configure the repository. */
  forAdministrators: string | undefined;
}

/**
 * Converts an error of an upstream request; the original error becomes its cause. `asked`: the
 * requested URL, which an upstream index can place on another host.
 */
export function upstreamError(error: unknown, { key, url }: Repository, asked?: URL): UpstreamError {
  if (error instanceof UpstreamError) return error;
  // Cached content is served as for other upstream failures.
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

/** Error for an invalid upstream response. */
export function upstreamNonsense({ key }: Repository, what: string): UpstreamError {
  return new UpstreamError(502, 'UPSTREAM_FAILED', `The upstream of ${key} returned ${what}`);
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
