import type { FastifyReply, FastifyRequest } from 'fastify';
import { findProvider } from '../oauth/providers.ts';
import { findSaml } from '../saml/providers.ts';
import { clearStepCookie, readStepCookie, writeStepCookie } from '../sessionCookie.ts';
import { beginAttempt, takeAttempt } from './attempts.ts';
import { SsoError } from './SsoError.ts';
import { type LeavableSession, ssoSessionOf } from './ssoSessions.ts';

/** Landing page after sign-out. */
export const signedOut = '/ui/login?logout=true';

/**
 * Returns the URL to sign out at the session's provider after the sign-out on this platform. Empty
 * if not supported.
 */
export async function providerSignOutUrl(secret: string): Promise<string> {
  const session = await openSession(secret);
  return session ? pathOf(session) : '';
}

/** Sets a short-lived cookie for the sign-out at the provider, when the session ends. */
export async function beginProviderSignOut(
  request: FastifyRequest,
  reply: FastifyReply,
  secret: string,
): Promise<void> {
  const session = await openSession(secret);
  if (!session) return;
  const attempt = { redirectTo: signedOut, session: JSON.stringify(session) };
  const state = await beginAttempt(request, reply, kindOf(session.by), session.provider, attempt);
  writeStepCookie(request, reply, 'slo', state, 300);
}

/**
 * Returns the session for the sign-out at the provider, once. Undefined if the browser did not just
 * sign out.
 */
export async function takeProviderSignOut<By extends LeavableSession['by']>(
  request: FastifyRequest,
  reply: FastifyReply,
  by: By,
  provider: string,
): Promise<Extract<LeavableSession, { by: By }> | undefined> {
  const state = readStepCookie(request, 'slo') ?? '';
  clearStepCookie(request, reply, 'slo');
  try {
    return JSON.parse((await takeAttempt(request, kindOf(by), provider, state)).session ?? '');
  } catch (error) {
    if (error instanceof SsoError) return undefined;
    throw error;
  }
}

/** Returns provider data that allows signing out there. */
async function openSession(secret: string): Promise<LeavableSession | undefined> {
  const session = await ssoSessionOf(secret);
  return session && session.by !== 'other' && (await isOpen(session)) ? session : undefined;
}

async function isOpen({ by, provider }: LeavableSession): Promise<boolean> {
  if (by === 'saml') {
    const settings = await findSaml(provider);
    return settings?.enabled === true && settings.logoutUrl !== '';
  }
  const settings = (await findProvider(provider))?.settings;
  return settings?.enabled === true && settings.singleLogout === true;
}

function pathOf({ by, provider }: LeavableSession): string {
  const name = encodeURIComponent(provider);
  return by === 'saml'
    ? `/ui/api/v1/auth/saml/logout?provider=${name}`
    : `/ui/api/v1/ui/oauth/${name}/logout`;
}

const kindOf = (by: LeavableSession['by']) => `${by}-logout`;
