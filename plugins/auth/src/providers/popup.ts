import type { Navigation } from '@lading/contract';
import { providerAddress } from '../flow/places.ts';

/** In the address of a window that was opened for a provider alone. */
export const POPUP = 'popup';

/** Opens a provider in a window of its own; says whether the browser let it. */
export function openProvider(navigation: Navigation, url: string, confirm: boolean): boolean {
  const address = providerAddress(url, navigation.href(`/sso-login?${POPUP}=true`), confirm);
  return window.open(address, 'lading-sso', 'popup,width=520,height=680') !== null;
}
