import { Button, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useSignInAgain } from '../flow/useSignInAgain.ts';
import { FormFailure } from '../form/FormFailure.tsx';
import { FormPage } from '../form/FormPage.tsx';
import { messages } from './messages.ts';
import { NpmLoginStore } from './NpmLoginStore.ts';

/** Page opened by `npm login`: the user decides whether the client receives a token. */
export const NpmLoginPage = observer(function NpmLoginPage() {
  const { http, user, language } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const signInAgain = useSignInAgain();
  const [store] = useState(
    () => new NpmLoginStore(http, query.get('repo') ?? '', query.get('session') ?? '', signInAgain),
  );
  useEffect(() => void store.find(), [store]);

  const { state, waiting, failure } = store;
  const time = new Intl.DateTimeFormat(language.tag, { timeStyle: 'medium' });
  return (
    <FormPage heading={text(messages.heading)}>
      {failure !== undefined && <FormFailure text={failure || text(messages.failed)} />}
      {state === 'gone' && <p role="status">{text(messages.gone)}</p>}
      {state === 'done' && <p role="status">{text(messages.done)}</p>}
      {state === 'waiting' && waiting && (
        <>
          <p>
            {text(messages.asks, {
              client: waiting.client,
              address: waiting.address,
              time: time.format(new Date(waiting.created)),
              user: user.current?.name ?? '',
            })}
          </p>
          <div className="auth-buttons">
            <Button
              kind="main"
              label={text(messages.confirm)}
              busy={store.busy}
              onClick={() => void store.confirm()}
            />
            <Button label={text(messages.refuse)} onClick={() => void navigate('/')} />
          </div>
        </>
      )}
    </FormPage>
  );
});
