import { useShell } from '@lading/ui';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { CLIENT_PAGE, readClientSession } from '../cli/clientSession.ts';
import { useLogin } from '../state/useLogin.ts';
import { pageOf } from './places.ts';

/**
 * Opens the page of the current sign-in step, or the application once the platform has accepted the
 * sign-in.
 */
export function useGoOn(): () => Promise<void> {
  const { analytics, navigation, session, storage } = useShell();
  const login = useLogin();
  const navigate = useNavigate();
  const redirectTo = useSearchParams()[0].get('redirectTo');
  return async () => {
    if (login.step === 'finishing') {
      analytics.track('sign-in');
      const wish = readClientSession(storage) ? navigation.href(CLIENT_PAGE) : redirectTo;
      await session.finishSignIn(wish ? { to: wish } : {});
      login.happen('finished');
      return;
    }
    const page = pageOf(login.step, login.user?.name ?? '', redirectTo);
    if (page !== undefined) await navigate(page);
  };
}
