import { outgoing } from '../../outgoing/outgoing.ts';
import { SsoError } from './SsoError.ts';

export type ProviderKind = 'ldap' | 'oauth' | 'saml' | 'crowd';

/** Outcome for the provider that an error of a sign-in implies; undefined: none. */
export type Finding = 'worked' | 'failed' | 'rejected' | undefined;

/** Key of a provider in the outcomes. The name is empty if there is only one of the kind. */
export function providerKey(kind: ProviderKind, name: string): string {
  return `${kind}:${name}`;
}

/** An identity provider in use, with the meaning of its errors. */
export interface UsedProvider {
  kind: ProviderKind;
  name: string;
  judge: (error: unknown) => Finding;
}

/**
 * Does work that uses an identity provider, and notes the outcome for the service status. A sign-in
 * can be begun by anyone, so an error that a browser can cause is only shown: it doesn't change the
 * state of the provider.
 */
export async function noteProvider<T>(used: UsedProvider, work: () => Promise<T>): Promise<T> {
  const result = await noteFault(used, work);
  outgoing().identities.noteSuccess(providerKey(used.kind, used.name));
  return result;
}

/** Notes errors only, for work that doesn't always contact the provider. */
export async function noteFault<T>({ kind, name, judge }: UsedProvider, work: () => Promise<T>): Promise<T> {
  const key = providerKey(kind, name);
  try {
    return await work();
  } catch (error) {
    const { identities } = outgoing();
    const finding = judge(error);
    if (finding === 'worked') identities.noteSuccess(key);
    if (finding === 'failed') identities.noteFailure(key, error);
    if (finding === 'rejected') identities.noteRejection(key, error);
    throw error;
  }
}

/** Judges an error that only the provider or its settings can cause. */
export function judgeProvider(error: unknown): Finding {
  if (!(error instanceof SsoError)) return undefined;
  return ['SSO_UNREACHABLE', 'SSO_INVALID'].includes(error.code) ? 'failed' : undefined;
}

/** Judges an error of a request that contains what a browser sent. */
export function judgeResponse(error: unknown): Finding {
  if (!(error instanceof SsoError)) return undefined;
  if (error.code === 'SSO_UNREACHABLE') return 'failed';
  if (error.code !== 'SSO_INVALID') return undefined;
  const { status, error: code } = (error.cause ?? {}) as { status?: unknown; error?: unknown };
  // The provider rejects an invented code with this error.
  if (code === 'invalid_grant') return undefined;
  return typeof status === 'number' && status >= 400 ? 'failed' : 'rejected';
}
