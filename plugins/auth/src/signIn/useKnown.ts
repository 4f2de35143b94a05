import { useShell } from '@lading/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useGoOn } from '../flow/useGoOn.ts';
import { useOnce } from '../flow/useOnce.ts';
import { knownSilently } from '../providers/knownSilently.ts';
import { useProviders } from '../providers/useProviders.ts';
import { fetchAutoRedirect } from '../state/offersApi.ts';
import { useLogin } from '../state/useLogin.ts';
import { hasSession } from './signInApi.ts';

/**
 * Redirects users who need no form: users who are signed in or authenticated by a proxy or Crowd go
 * to the application, all others to the only provider if that is enabled. Does not redirect after a
 * sign-out or to a provider that has just failed, nor to a provider when the user must confirm
 * their identity. Returns whether a redirect is in progress.
 */
export function useKnown(): boolean {
  const { http, session, user } = useShell();
  const login = useLogin();
  const goOn = useGoOn();
  const go = useProviders();
  const [query] = useSearchParams();
  const [leaves, setLeaves] = useState(false);
  const signedOut = query.get('logout') === 'true' && !session.sentToSignIn;
  const failed = query.has('ssoError');
  const again = query.get('again') === 'true';

  useOnce(() => {
    login.happen('began');
    if (signedOut && !again) return undefined;
    let here = true;
    const lead = async () => {
      if (again) {
        // A user whose realm is a proxy or Crowd has no other way to confirm their identity.
        if ((await knownSilently(http, login, user.current?.realm ?? '')) && here) await goOn();
        return;
      }
      // The shell does not load the user for pages that need no session.
      const known = user.current ? user.signedIn : await hasSession(http);
      if (!here) return;
      if (known) {
        if (login.happen('known')) await goOn();
        return;
      }
      if (failed) return;
      if (await knownSilently(http, login)) {
        if (here) await goOn();
        return;
      }
      const { isAutoRedirectLogin, url } = await fetchAutoRedirect(http);
      if (!here || !isAutoRedirectLogin || !url || login.step !== 'signedOut') return;
      setLeaves(true);
      go(url);
    };
    // Show the form when the redirect fails.
    lead().catch(() => setLeaves(false));
    return () => {
      here = false;
    };
  }, `${signedOut} ${failed} ${again}`);
  return leaves || (user.signedIn && !signedOut);
}
