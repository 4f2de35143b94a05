import { useShell } from '@lading/ui';
import { useSearchParams } from 'react-router-dom';
import { leaving } from '../flow/leaving.ts';
import { providerAddress } from '../flow/places.ts';
import { useLogin } from '../state/useLogin.ts';

/** Where a provider's way comes back to: there the sign-in is finished, and what was wished for remembered. */
const COME_BACK = '/sso-login';

/** Takes the browser to a provider. */
export function useProviders(): (url: string) => void {
  const { navigation } = useShell();
  const login = useLogin();
  const [asked] = useSearchParams();
  const redirectTo = asked.get('redirectTo');
  return (url) => {
    const query = redirectTo ? `?${new URLSearchParams({ redirectTo })}` : '';
    login.happen('sentToProvider');
    leaving.to(providerAddress(url, navigation.href(COME_BACK + query), asked.get('again') === 'true'));
  };
}
