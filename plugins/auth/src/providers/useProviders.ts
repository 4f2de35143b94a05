import { useShell } from '@lading/ui';
import { useSearchParams } from 'react-router-dom';
import { leaving } from '../flow/leaving.ts';
import { providerAddress } from '../flow/places.ts';
import { useLogin } from '../state/useLogin.ts';

/** Page that providers redirect to. It completes the sign-in and keeps the requested URL. */
const COME_BACK = '/sso-login';

/** Returns a function that opens a provider's sign-in page. */
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
