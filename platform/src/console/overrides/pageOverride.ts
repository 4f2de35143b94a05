import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../../access/gateway.ts';
import { ownSession } from '../../access/profile/ownSession.ts';
import { clearStepCookie, readStepCookie } from '../../access/sessionCookie.ts';
import { type ConsoleState, mapOf, withDevelopment } from '../ConsoleState.ts';
import { nameOf } from '../map/pluginName.ts';
import { isAllowedOrigin, pluginDevelopment, whyDenied } from './development.ts';
import { deleteOverride, findOverride, type OverrideRow } from './overrideRows.ts';

/**
 * Returns the development override that a page has. Only browsers with the cookie, which is a hint
 * and no proof, cost queries. What an administrator no longer allows ends here.
 */
export async function overrideOf(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OverrideRow | undefined> {
  if (readStepCookie(request, 'override') === undefined) return undefined;
  const session = await ownSession(request);
  const found = session && (await findOverride(session.id));
  if (session && found) {
    const development = await pluginDevelopment();
    const isAllowed = whyDenied(development, callerOf(request)) === undefined;
    if (isAllowed && isAllowedOrigin(development, found.origin)) return found;
    await deleteOverride(session.id);
  }
  clearStepCookie(request, reply, 'override');
  return undefined;
}

/**
 * Returns the state of a page with an override. It keeps the installed version: only the browser
 * knows whether the development server responds.
 */
export function overriddenState(state: ConsoleState, override: OverrideRow): ConsoleState {
  const { develop, boot: address } = state.build;
  if (develop === undefined) return state;
  const build = withDevelopment(state.build);
  const { specifier, origin, secondsLeft } = override;
  return {
    ...state,
    build: { ...build, boot: develop },
    map: mapOf(build, state.plugins),
    boot: {
      ...state.boot,
      override: {
        ...{ name: nameOf(specifier) ?? specifier, specifier, origin, secondsLeft },
        boot: { address, integrity: build.integrity[address] ?? '' },
      },
    },
  };
}
