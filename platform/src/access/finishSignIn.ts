import type { FastifyReply, FastifyRequest } from 'fastify';
import { audit } from './audit/audit.ts';
import { authSettings } from './configuration/authSettings.ts';
import { rememberDevice } from './knownPlaces.ts';
import { originOf } from './origin.ts';
import { startSession } from './profile/ownSession.ts';
import type { SamlSession } from './saml/samlSessions.ts';
import { recordSignIn } from './signIn.ts';

export interface FinishedSignIn {
  remembered: boolean;
  /** For the audit: `with a password`. */
  how: string;
  /** How the provider calls the session, where it can be ended from there. */
  sso?: SamlSession;
}

/** The one place where a session begins, in the place of whatever the browser came with. */
export async function finishSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  userName: string,
  { remembered, how, sso }: FinishedSignIn,
): Promise<void> {
  await startSession(request, reply, userName, remembered, sso);
  await recordSignIn(userName);
  await rememberDevice(request, reply, userName);
  await audit(originOf(request), { event: 'sign-in', user: userName, detail: how });
}

/** Whether people may stay signed in when they close the browser. */
export function mayBeRemembered(): boolean {
  return authSettings().sessions.rememberMe;
}
