import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '../../errors/HttpError.ts';
import { ownOrigin } from '../../http/ownOrigin.ts';
import { OutgoingError } from '../../outgoing/OutgoingError.ts';
import { ownPath } from '../redirect.ts';
import { recordFailure } from './failures.ts';
import { signedOut } from './providerSignOut.ts';
import { SsoError } from './SsoError.ts';

/** Validates the return location for a sign-in with a provider. Falls back to the start page. */
export function wantedPath(request: FastifyRequest, redirectTo: string | undefined): string {
  if (redirectTo === undefined) return '/ui/';
  try {
    return ownPath(redirectTo, ownOrigin(request));
  } catch (error) {
    if (error instanceof HttpError) return '/ui/';
    throw error;
  }
}

/**
 * Runs one step of a sign-in with a provider. On failure, redirects to the sign-in page with an
 * error code.
 */
export async function runSsoStep(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: string,
  work: () => Promise<string>,
): Promise<FastifyReply> {
  let target: string;
  try {
    target = await work();
  } catch (error) {
    const failure = asSsoError(error);
    if (!failure) throw error;
    await recordFailure(request, 'sign-in', failure, `${provider}: ${failure.message}`);
    target = `/ui/login?${new URLSearchParams({ ssoError: failure.code, provider }).toString()}`;
  }
  return reply.redirect(target, 303);
}

/**
 * Runs one step of a sign-out. If the provider is not available, the user is still signed out on
 * this platform.
 */
export async function runSsoSignOutStep(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<string>,
): Promise<FastifyReply> {
  let target = signedOut;
  try {
    target = await work();
  } catch (error) {
    const failure = asSsoError(error);
    if (!failure) throw error;
    await recordFailure(request, 'sign-out', failure, `Sign-out at the provider failed: ${failure.message}`);
  }
  return reply.redirect(target, 303);
}

function asSsoError(error: unknown): SsoError | undefined {
  if (error instanceof SsoError) return error;
  if (error instanceof HttpError && error.code === 'SEALED_ELSEWHERE') {
    return new SsoError('SSO_INVALID', error.message, { cause: error });
  }
  const outgoing = causeOf(error, OutgoingError);
  return outgoing && new SsoError('SSO_UNREACHABLE', outgoing.message, { cause: error });
}

export function causeOf<T extends Error>(
  error: unknown,
  kind: abstract new (...args: never[]) => T,
): T | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof kind) return at;
  return undefined;
}
