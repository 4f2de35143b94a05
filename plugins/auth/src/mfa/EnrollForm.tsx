import { Button, DeviceSecret, PageSkeleton, RecoveryCodes, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import { useOnce } from '../flow/useOnce.ts';
import { CheckedAddress } from '../form/CheckedAddress.ts';
import { FormFailure } from '../form/FormFailure.tsx';
import type { LoginStore } from '../state/LoginStore.ts';
import { CodeForm } from './CodeForm.tsx';
import { messages } from './messages.ts';
import { fetchEnrolment } from './mfaApi.ts';

interface Props {
  readonly login: LoginStore;
  readonly user: string;
  /** Called after the platform accepted the code and the recovery codes were saved. */
  readonly onDone: () => Promise<void> | void;
  /** Called when no sign-in is waiting for MFA any longer, with the platform's message. */
  readonly onLost: (words: string) => void;
  /** Rendered next to the submit button. */
  readonly children?: ReactNode;
}

/**
 * Sets up MFA when the platform requires it between password and session, and shows the recovery
 * codes.
 */
export const EnrollForm = observer(function EnrollForm({ login, user, onDone, onLost, children }: Props) {
  const { http } = useShell();
  const text = useText();
  const [enrolment] = useState(
    () => new CheckedAddress(() => fetchEnrolment(http, login.offers.variant, user)),
  );
  useOnce(() => {
    void enrolment.check().then(() => {
      if (enrolment.state !== 'refused') return;
      login.happen('notPending');
      onLost(enrolment.failure);
    });
    return undefined;
  }, user);

  if (login.recoveryCodes.length > 0)
    return (
      <RecoveryCodes
        codes={login.recoveryCodes}
        user={user}
        onKept={() => {
          login.leaveCodes();
          void onDone();
        }}
      />
    );
  if (enrolment.state === 'asking' || enrolment.state === 'refused') return <PageSkeleton />;
  return (
    <>
      {enrolment.state === 'failed' && (
        <>
          <FormFailure text={enrolment.failure || text(messages.enrolFailed)} />
          <div className="auth-buttons">
            <Button label={text(messages.retry)} onClick={() => void enrolment.check()} />
            {children}
          </div>
        </>
      )}
      {enrolment.value && (
        <>
          <p className="ld-soft">{text(messages.enrollAbout, { user })}</p>
          <DeviceSecret qr={enrolment.value.qr} secret={enrolment.value.secret} />
          <CodeForm
            login={login}
            onVerified={() => (login.step === 'finishing' ? onDone() : undefined)}
            onNotPending={onLost}
          >
            {children}
          </CodeForm>
        </>
      )}
    </>
  );
});
