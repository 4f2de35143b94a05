import { useText } from '@lading/ui';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { signInPath } from '../flow/places.ts';
import { useGoOn } from '../flow/useGoOn.ts';
import { useSignInWith } from '../flow/useSignInWith.ts';
import { FormPage } from '../form/FormPage.tsx';
import { SignInLink } from '../form/SignInLink.tsx';
import { useLogin } from '../state/useLogin.ts';
import { ChangePasswordForm } from './ChangePasswordForm.tsx';
import { messages } from './messages.ts';

/** Page for replacing an expired password. */
export function ChangePasswordPage() {
  const text = useText();
  const login = useLogin();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const signInWith = useSignInWith();
  const user = useSearchParams()[0].get('username') ?? '';

  useEffect(() => {
    // Without a user name, no password can be changed.
    if (user === '') void navigate(signInPath(), { replace: true });
    else login.reopen('openedChange', user);
  }, [user, login, navigate]);

  if (user === '') return null;
  return (
    <FormPage heading={text(messages.heading)}>
      <ChangePasswordForm
        login={login}
        user={user}
        onChanged={(password, signedIn) => (signedIn ? goOn() : signInWith(user, password, messages.saved))}
      />
      <SignInLink />
    </FormPage>
  );
}
