import { useShell, useText } from '@lading/ui';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { FormPage } from '../form/FormPage.tsx';
import { messages } from './messages.ts';
import { SignInForm } from './SignInForm.tsx';
import { SignInStore } from './SignInStore.ts';
import { hasSession } from './signInApi.ts';

/** Where people sign in. Whoever is signed in already goes on, unless the address says that they have signed out. */
export function SignInPage() {
  const { http, session, user } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const [keys] = useSearchParams();
  const [store] = useState(() => new SignInStore(http, keys.get('username') ?? ''));
  const signedOut = keys.get('logout') === 'true';

  useEffect(() => {
    if (signedOut) return;
    let here = true;
    // For a page that needs no session the shell has not asked who this is.
    const asked = user.current ? Promise.resolve(user.signedIn) : hasSession(http);
    void asked.then((signedIn) => {
      if (here && signedIn) void session.finishSignIn();
    });
    return () => {
      here = false;
    };
  }, [signedOut, http, session, user]);

  if (user.signedIn && !signedOut) return null;
  return (
    <FormPage heading={text(messages.heading)}>
      <SignInForm
        store={store}
        onSignedIn={() => session.finishSignIn()}
        onExpired={(name) => {
          void navigate(`/login/change-password?${new URLSearchParams({ username: name })}`);
        }}
      />
    </FormPage>
  );
}
