import { SsoError } from '../sso/SsoError.ts';
import { findProvider, type StoredProvider } from './providers.ts';

/** Returns the callback URL, which must be entered at the provider exactly. */
export function callbackUrl(origin: string, name: string): string {
  return `${origin}/ui/api/v1/ui/oauth/${encodeURIComponent(name)}/callback`;
}

/**
 * Returns the URL to which the provider redirects after sign-out. It must be entered at the
 * provider exactly.
 */
export function postLogoutUrl(origin: string, name: string): string {
  return `${origin}/ui/api/v1/ui/oauth/${encodeURIComponent(name)}/signedOut`;
}

/** Throws `SsoError` if the provider does not exist or is off. */
export async function usableProvider(name: string): Promise<StoredProvider> {
  const provider = await findProvider(name);
  if (provider?.settings.enabled) return provider;
  throw new SsoError('SSO_OFF', `Provider ${name} not found or disabled`);
}
