import { HttpFailure } from '@lading/contract';
import type { ClientLogin } from '@lading/contract/rest';
import { Button, useShell, useText } from '@lading/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSignInAgain } from '../flow/useSignInAgain.ts';
import { FieldsForm } from '../form/FieldsForm.tsx';
import { FieldsStore } from '../form/FieldsStore.ts';
import { ResultText } from '../form/ResultText.tsx';
import { ClientPage } from './ClientPage.tsx';
import { letClientIn } from './cliApi.ts';
import { type ClientSession, CODE_LENGTH, forgetClientSession } from './clientSession.ts';
import { messages } from './messages.ts';

const FIELDS = [{ key: 'code', label: messages.code, autoComplete: 'off' }] as const;

/**
 * Page for entering the code that the client shows, which proves that the user can see the client.
 */
export function VerifyPage() {
  const text = useText();
  return (
    <ClientPage heading={text(messages.verifyHeading)}>
      {(session, client) => <CodeForm session={session} client={client} />}
    </ClientPage>
  );
}

function CodeForm({ session, client }: { session: ClientSession; client: ClientLogin }) {
  const { http, storage } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const signInAgain = useSignInAgain();
  const [outcome, setOutcome] = useState<'done' | 'gone'>();
  const [store] = useState(
    () =>
      new FieldsStore<'code'>({
        initial: { code: '' },
        check: ({ code }) => (code.trim().length === CODE_LENGTH ? {} : { code: messages.codeWrong }),
        send: async ({ code }) => {
          try {
            await letClientIn(http, session.session, code.trim());
            forgetClientSession(storage);
            setOutcome('done');
          } catch (cause) {
            signInAgain(cause);
            if (!(cause instanceof HttpFailure) || cause.status !== 404) throw cause;
            forgetClientSession(storage);
            setOutcome('gone');
          }
        },
        fieldOf: ({ code }) => (code === 'BAD_CODE' ? 'code' : undefined),
      }),
  );
  if (outcome) {
    return (
      <>
        <ResultText text={text(messages[outcome])} />
        <div className="auth-buttons">
          <Button label={text(messages.toConsole)} onClick={() => void navigate('/')} />
        </div>
      </>
    );
  }
  const name = client.client || session.name || text(messages.someClient);
  return (
    <>
      <p className="ld-soft">
        {text(messages.verifyAbout, { client: name })}{' '}
        {text(messages.attempts, { count: client.attemptsLeft })}
      </p>
      <FieldsForm
        store={store}
        fields={FIELDS}
        verb={messages.submit}
        failed={messages.failed}
        onDone={() => {}}
      />
    </>
  );
}
