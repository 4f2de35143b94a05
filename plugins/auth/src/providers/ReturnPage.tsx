import { PageSkeleton, useShell, useText } from '@lading/ui';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { signInPath } from '../flow/places.ts';
import { useGoOn } from '../flow/useGoOn.ts';
import { useOnce } from '../flow/useOnce.ts';
import { FormPage } from '../form/FormPage.tsx';
import { ResultText } from '../form/ResultText.tsx';
import { hasSession } from '../signIn/signInApi.ts';
import { useLogin } from '../state/useLogin.ts';
import { messages } from './messages.ts';
import { POPUP } from './popup.ts';

/**
 * Page that providers redirect to. Completes the sign-in, or notifies the page that opened this
 * window.
 */
export function ReturnPage() {
  const { http, notifications, session } = useShell();
  const text = useText();
  const login = useLogin();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const [query] = useSearchParams();
  const inPopup = query.has(POPUP);
  const [done, setDone] = useState(false);

  useOnce(() => {
    const finish = async () => {
      if (!(await hasSession(http))) {
        notifications.error(text(messages.notSignedIn));
        await navigate(signInPath({ out: true, redirectTo: query.get('redirectTo') }), { replace: true });
      } else if (inPopup) {
        await session.finishSignIn({ stay: true });
        setDone(true);
        window.close();
      } else {
        login.happen('began');
        if (login.happen('known')) await goOn();
      }
    };
    void finish();
    return undefined;
  }, '');

  if (!done)
    return (
      <FormPage heading={text(messages.finishing)}>
        <PageSkeleton />
      </FormPage>
    );
  return (
    <FormPage heading={text(messages.heading)}>
      <ResultText text={text(messages.closePopup)} />
    </FormPage>
  );
}
