import { useText } from '@lading/ui';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { signInPath } from '../flow/places.ts';
import { useGoOn } from '../flow/useGoOn.ts';
import { FormPage } from '../form/FormPage.tsx';
import { SignInLink } from '../form/SignInLink.tsx';
import { useLogin } from '../state/useLogin.ts';
import { CodeForm } from './CodeForm.tsx';
import { messages } from './messages.ts';
import { useLost } from './useLost.ts';

/** Second step of a sign-in: the code from the user's device. */
export function OtpPage() {
  const text = useText();
  const login = useLogin();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const lost = useLost();
  const user = useSearchParams()[0].get('username') ?? '';
  useEffect(() => {
    if (user === '') void navigate(signInPath(), { replace: true });
    else login.reopen('openedCode', user);
  }, [user, login, navigate]);
  if (user === '') return null;
  return (
    <FormPage heading={text(messages.otpHeading)}>
      <p className="ld-soft">{text(messages.otpAbout, { user })}</p>
      <CodeForm login={login} recoverable onVerified={goOn} onNotPending={lost} />
      <SignInLink />
    </FormPage>
  );
}
