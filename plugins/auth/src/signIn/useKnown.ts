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
 * Leads on who needs no form: who is signed in already, or known by a proxy or Crowd, into the application, and, where that is so, everybody to the only
 * provider. Not after a sign-out, not to a provider that has just failed, and not who is to confirm that it is he. Says whether somebody is being led away.
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
        // Whom nothing but a proxy or Crowd knows has no more to show.
        if ((await knownSilently(http, login, user.current?.realm ?? '')) && here) await goOn();
        return;
      }
      // For a page that needs no session the shell has not asked who this is.
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
    // Who cannot be led on has the form.
    lead().catch(() => setLeaves(false));
    return () => {
      here = false;
    };
  }, `${signedOut} ${failed} ${again}`);
  return leaves || (user.signedIn && !signedOut);
}
