import { Fetched, FetchedView, useShell, useText } from '@lading/ui';
import { useState } from 'react';
import { FieldsForm } from '../form/FieldsForm.tsx';
import { FieldsStore } from '../form/FieldsStore.ts';
import { FormPage } from '../form/FormPage.tsx';
import { ResultText } from '../form/ResultText.tsx';
import { SignInLink } from '../form/SignInLink.tsx';
import { fetchRegistration } from '../state/offersApi.ts';
import { messages } from './messages.ts';
import { register } from './registerApi.ts';

const FIELDS = [{ key: 'email', label: messages.email, autoComplete: 'email', inputMode: 'email' }] as const;
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/**
 * Self-registration page, if an administrator has enabled it. `client`: the command-line client
 * that is waiting.
 */
export function RegisterPage({ client }: { client?: string }) {
  const { http } = useShell();
  const text = useText();
  const [offered] = useState(() => new Fetched({ enabled: false }, () => fetchRegistration(http)));
  return (
    <FormPage heading={text(messages.heading)}>
      {client !== undefined && <p className="ld-soft">{text(messages.client, { client })}</p>}
      <FetchedView fetched={offered} failure={text(messages.failed)}>
        {({ enabled }) => (enabled ? <RegisterForm /> : <p role="status">{text(messages.off)}</p>)}
      </FetchedView>
      <SignInLink />
    </FormPage>
  );
}

function RegisterForm() {
  const { http } = useShell();
  const text = useText();
  const [sent, setSent] = useState(false);
  const [store] = useState(
    () =>
      new FieldsStore<'email'>({
        initial: { email: '' },
        check: ({ email }) => (ADDRESS.test(email.trim()) ? {} : { email: messages.missing }),
        send: ({ email }) => register(http, email.trim()),
        fieldOf: ({ code }) => (code === 'BAD_EMAIL' ? 'email' : undefined),
      }),
  );
  if (sent) return <ResultText text={text(messages.sent)} />;
  return (
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
  );
}
