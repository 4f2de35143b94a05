import { SsoError } from '../sso/SsoError.ts';
import { findProvider, type KeptProvider } from './providers.ts';

/** To be entered at the provider, exactly. */
export function callbackUrl(origin: string, name: string): string {
  return `${origin}/ui/api/v1/ui/oauth/${encodeURIComponent(name)}/callback`;
}

/** The same: where the provider sends back who has signed out there. */
export function postLogoutUrl(origin: string, name: string): string {
  return `${origin}/ui/api/v1/ui/oauth/${encodeURIComponent(name)}/signedOut`;
}

/** Throws `SsoError` for one that is not there or off. */
export async function usableProvider(name: string): Promise<KeptProvider> {
  const provider = await findProvider(name);
  if (provider?.settings.enabled) return provider;
  throw new SsoError('SSO_OFF', `Provider ${name} not found or disabled`);
}
