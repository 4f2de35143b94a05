import { AuthorizationResponseError } from 'openid-client';
import { OutgoingError } from '../../outgoing/OutgoingError.ts';
import { SsoError } from '../sso/SsoError.ts';
import { causeOf } from '../sso/ssoSteps.ts';

/** Converts errors of the library to messages for users who sign in. */
export async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SsoError) throw error;
    if (error instanceof AuthorizationResponseError) {
      throw new SsoError('SSO_REFUSED', `${error.error}: ${error.error_description ?? 'no reason given'}`, {
        cause: error,
      });
    }
    const unreachable = causeOf(error, OutgoingError);
    if (unreachable) throw new SsoError('SSO_UNREACHABLE', unreachable.message, { cause: error });
    throw new SsoError('SSO_INVALID', oauthFault(error), { cause: error });
  }
}

/** Describes an error in one line: the provider's response, or what was invalid. */
export function oauthFault(error: unknown): string {
  const {
    error: code,
    error_description: described,
    status,
    message,
    cause,
  } = error as {
    [name: string]: unknown;
  };
  const challenge = Array.isArray(cause) ? (cause[0] as { parameters?: Record<string, string> }) : undefined;
  if (challenge?.parameters?.error) {
    const { error: refused, error_description: why = '' } = challenge.parameters;
    return `The provider returned ${String(status ?? '')} ${refused}: ${why}`.trim();
  }
  if (typeof code === 'string')
    return `The provider returned ${String(status ?? '')} ${code}: ${String(described ?? '')}`.trim();
  const inner = cause instanceof Error && cause.message !== message ? ` (${cause.message})` : '';
  return `${String(message)}${inner}`.replace(/\s+/g, ' ').slice(0, 500);
}
