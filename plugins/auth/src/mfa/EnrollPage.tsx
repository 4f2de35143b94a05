import { Button, DeviceSecret, PageSkeleton, RecoveryCodes, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { signInPath } from '../flow/places.ts';
import { useGoOn } from '../flow/useGoOn.ts';
import { useOnce } from '../flow/useOnce.ts';
import { CheckedAddress } from '../form/CheckedAddress.ts';
import { FormFailure } from '../form/FormFailure.tsx';
import { FormPage } from '../form/FormPage.tsx';
import { SignInLink } from '../form/SignInLink.tsx';
import { useLogin } from '../state/useLogin.ts';
import { CodeForm } from './CodeForm.tsx';
import { messages } from './messages.ts';
import { fetchEnrolment } from './mfaApi.ts';
import { useLost } from './useLost.ts';

/** Sets up the second factor that the platform asks for, between password and session. */
export const EnrollPage = observer(function EnrollPage() {
  const { http } = useShell();
  const text = useText();
  const login = useLogin();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const lost = useLost();
  const user = useSearchParams()[0].get('username') ?? '';
  const [enrolment] = useState(
    () => new CheckedAddress(() => fetchEnrolment(http, login.offers.variant, user)),
  );

  useOnce(() => {
    if (user === '') {
      void navigate(signInPath(), { replace: true });
      return undefined;
    }
    login.reopen('openedEnrolment', user);
    void enrolment.check().then(() => {
      if (enrolment.state !== 'refused') return;
      login.happen('notPending');
      lost(enrolment.failure);
    });
    return undefined;
  }, user);

  if (login.step === 'keepingCodes' || login.recoveryCodes.length > 0) {
    return (
      <FormPage heading={text(messages.codesHeading)}>
        <RecoveryCodes
          codes={login.recoveryCodes}
          user={user}
          onKept={() => {
            login.leaveCodes();
            void goOn();
          }}
        />
      </FormPage>
    );
  }
  const heading = text(messages.enrollHeading);
  if (user === '' || enrolment.state === 'asking' || enrolment.state === 'refused')
    return (
      <FormPage heading={heading}>
        <PageSkeleton />
      </FormPage>
    );
  return (
    <FormPage heading={heading}>
      {enrolment.state === 'failed' && (
        <>
          <FormFailure text={enrolment.failure || text(messages.enrolFailed)} />
          <div className="auth-buttons">
            <Button label={text(messages.retry)} onClick={() => void enrolment.check()} />
          </div>
        </>
      )}
      {enrolment.value && (
        <>
          <p className="ld-soft">{text(messages.enrollAbout, { user })}</p>
          <DeviceSecret qr={enrolment.value.qr} secret={enrolment.value.secret} />
          <CodeForm
            login={login}
            onVerified={() => (login.step === 'finishing' ? goOn() : undefined)}
            onNotPending={lost}
          />
        </>
      )}
      <SignInLink />
    </FormPage>
  );
});
