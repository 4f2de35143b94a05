import { PageSkeleton, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { signInPath } from '../flow/places.ts';
import { useGoOn } from '../flow/useGoOn.ts';
import { useOnce } from '../flow/useOnce.ts';
import { FormPage } from '../form/FormPage.tsx';
import { SignInLink } from '../form/SignInLink.tsx';
import { useLogin } from '../state/useLogin.ts';
import { EnrollForm } from './EnrollForm.tsx';
import { messages } from './messages.ts';
import { useLost } from './useLost.ts';

/** Page for setting up MFA when the platform requires it between password and session. */
export const EnrollPage = observer(function EnrollPage() {
  const text = useText();
  const login = useLogin();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const lost = useLost();
  const user = useSearchParams()[0].get('username') ?? '';

  useOnce(() => {
    if (user === '') void navigate(signInPath(), { replace: true });
    else login.reopen('openedEnrolment', user);
    return undefined;
  }, user);

  const keeping = login.recoveryCodes.length > 0;
  return (
    <FormPage heading={text(keeping ? messages.codesHeading : messages.enrollHeading)}>
      {user === '' ? <PageSkeleton /> : <EnrollForm login={login} user={user} onDone={goOn} onLost={lost} />}
      {!keeping && <SignInLink />}
    </FormPage>
  );
});
