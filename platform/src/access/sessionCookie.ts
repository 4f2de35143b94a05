import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NewSession } from './sessions.ts';

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

/**
 * Browsers accept a `Secure` cookie over HTTPS and from the local machine. `__Host-` prevents other
 * hosts of the same domain from setting one. The names differ, so that a cookie sent over plain
 * HTTP is never accepted as the secure one.
 */
function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https' || request.host === publicHost(request) || loopback.test(request.host);
}

function publicHost(request: FastifyRequest): string | undefined {
  const { publicUrl } = request.server.settings;
  return publicUrl?.startsWith('https:') ? new URL(publicUrl).host : undefined;
}

function cookieName(request: FastifyRequest): string {
  return isSecure(request) ? '__Host-lading' : 'lading';
}

/**
 * Cookies of multi-request flows of one browser: a sign-in that waits for MFA or for a provider, a
 * sign-out that continues at a provider, the identification of a known browser, and the hint that
 * the session may have a development override.
 */
export type Step = 'mfa' | 'sso' | 'slo' | 'device' | 'override';

export function readStepCookie(request: FastifyRequest, step: Step): string | undefined {
  return request.cookies[`${cookieName(request)}-${step}`];
}

/** `maxAge` is in seconds. */
export function writeStepCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  step: Step,
  secret: string,
  maxAge: number,
): void {
  reply.setCookie(`${cookieName(request)}-${step}`, secret, { ...attributes(request), maxAge });
}

export function clearStepCookie(request: FastifyRequest, reply: FastifyReply, step: Step): void {
  reply.clearCookie(`${cookieName(request)}-${step}`, attributes(request));
}

export function readSessionCookie(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request)];
}

/** A session that is not remembered ends with the browser. */
export function writeSessionCookie(request: FastifyRequest, reply: FastifyReply, session: NewSession): void {
  reply.setCookie(cookieName(request), session.secret, {
    ...attributes(request),
    ...(session.remembered ? { maxAge: session.maxAge } : {}),
  });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(cookieName(request), attributes(request));
}

function attributes(request: FastifyRequest) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(request) } as const;
}
