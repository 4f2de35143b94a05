import { HttpFailure } from '@lading/contract';
import type { ClientLogin } from '@lading/contract/rest';
import { Button, PageSkeleton, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { signInPath } from '../flow/places.ts';
import { useSignInAgain } from '../flow/useSignInAgain.ts';
import { CheckedAddress } from '../form/CheckedAddress.ts';
import { FormFailure } from '../form/FormFailure.tsx';
import { FormPage } from '../form/FormPage.tsx';
import { messages as formMessages } from '../form/messages.ts';
import { ResultText } from '../form/ResultText.tsx';
import { describeClient } from './cliApi.ts';
import { type ClientSession, forgetClientSession, readClientSession } from './clientSession.ts';
import { messages } from './messages.ts';

interface Props {
  readonly heading: string;
  readonly children: (session: ClientSession, login: ClientLogin) => ReactNode;
}

/**
 * Frame of a page about the pending command-line client. Redirects to the sign-in page with the
 * logout flag when this browser has stored no client. Users without a recent sign-in must sign in
 * first.
 */
export const ClientPage = observer(function ClientPage({ heading, children }: Props) {
  const { http, storage } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const signInAgain = useSignInAgain();
  const [session] = useState(() => readClientSession(storage));
  const [checked] = useState(() => new CheckedAddress(() => described(session?.session ?? '')));
  async function described(id: string): Promise<ClientLogin | 'nobody' | 'leaving' | 'gone'> {
    try {
      return await describeClient(http, id);
    } catch (cause) {
      if (cause instanceof HttpFailure && cause.status === 401) return 'nobody';
      if (signInAgain(cause)) return 'leaving';
      if (cause instanceof HttpFailure && [400, 404].includes(cause.status)) return 'gone';
      throw cause;
    }
  }

  useEffect(() => {
    if (!session) return void navigate(signInPath({ out: true }), { replace: true });
    void checked.check().then(() => {
      if (checked.value === 'nobody') void navigate(signInPath(), { replace: true });
      if (checked.value === 'gone') forgetClientSession(storage);
    });
  }, [session, checked, navigate, storage]);

  const { state, value } = checked;
  if (!session || state === 'asking' || value === 'nobody' || value === 'leaving')
    return (
      <FormPage heading={heading}>
        <PageSkeleton />
      </FormPage>
    );
  return (
    <FormPage heading={heading}>
      {(state === 'failed' || state === 'refused') && (
        <>
          <FormFailure text={checked.failure || text(formMessages.noAnswer)} />
          <div className="auth-buttons">
            <Button label={text(messages.retry)} onClick={() => void checked.check()} />
          </div>
        </>
      )}
      {value === 'gone' && <ResultText text={text(messages.gone)} />}
      {typeof value === 'object' && children(session, value)}
    </FormPage>
  );
});
