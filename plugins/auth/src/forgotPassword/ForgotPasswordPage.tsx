import { useShell, useText } from '@lading/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FieldsForm } from '../form/FieldsForm.tsx';
import { FieldsStore } from '../form/FieldsStore.ts';
import { FormPage } from '../form/FormPage.tsx';
import { ResultText } from '../form/ResultText.tsx';
import { SignInLink } from '../form/SignInLink.tsx';
import { askForNewPassword } from './forgotPasswordApi.ts';
import { messages } from './messages.ts';

const FIELDS = [{ key: 'user', label: messages.user, autoComplete: 'username' }] as const;

/** Page that requests an email for resetting a forgotten password. */
export function ForgotPasswordPage() {
  const { http } = useShell();
  const text = useText();
  const [query] = useSearchParams();
  const [sent, setSent] = useState(false);
  const [store] = useState(
    () =>
      new FieldsStore<'user'>({
        initial: { user: query.get('username') ?? '' },
        check: ({ user }) => (user.trim() === '' ? { user: messages.missing } : {}),
        send: ({ user }) => askForNewPassword(http, user.trim()),
      }),
  );
  return (
    <FormPage heading={text(messages.heading)}>
      {sent ? (
        <ResultText text={text(messages.sent)} />
      ) : (
        <>
          <p className="ld-soft">{text(messages.about)}</p>
          <FieldsForm
            store={store}
            fields={FIELDS}
            verb={messages.submit}
            failed={messages.failed}
            onDone={() => setSent(true)}
          />
        </>
      )}
      <SignInLink />
    </FormPage>
  );
}
