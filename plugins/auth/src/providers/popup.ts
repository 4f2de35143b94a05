import type { Navigation } from '@lading/contract';
import { providerAddress } from '../flow/places.ts';

/** Query parameter of a window that was opened only for a provider. */
export const POPUP = 'popup';

/** Opens a provider in a separate window; returns whether the browser allowed it. */
export function openProvider(navigation: Navigation, url: string, confirm: boolean): boolean {
  const address = providerAddress(url, navigation.href(`/sso-login?${POPUP}=true`), confirm);
  return window.open(address, 'lading-sso', 'popup,width=520,height=680') !== null;
}
