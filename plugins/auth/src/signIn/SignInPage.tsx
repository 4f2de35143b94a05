import { Button, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { keepClientSession, readClientSession } from '../cli/clientSession.ts';
import { useGoOn } from '../flow/useGoOn.ts';
import { FormFailure } from '../form/FormFailure.tsx';
import { FormPage } from '../form/FormPage.tsx';
import { messages as providerMessages } from '../providers/messages.ts';
import { ProviderButtons } from '../providers/ProviderButtons.tsx';
import { SsoFailureText } from '../providers/SsoFailureText.tsx';
import { useProviders } from '../providers/useProviders.ts';
import { useLogin } from '../state/useLogin.ts';
import { LoginNotice } from './LoginNotice.tsx';
import { messages } from './messages.ts';
import { SignInForm } from './SignInForm.tsx';
import { SignInStore } from './SignInStore.ts';
import { useKnown } from './useKnown.ts';

/** Page for signing in with a password or a provider. */
export const SignInPage = observer(function SignInPage() {
  const { license, storage, user } = useShell();
  const text = useText();
  const login = useLogin();
  const goOn = useGoOn();
  const go = useProviders();
  const [query] = useSearchParams();
  const [store] = useState(() => new SignInStore(login, query.get('username') ?? ''));
  const [client] = useState(() => {
    keepClientSession(storage, query);
    return readClientSession(storage);
  });
  const [byPassword, setByPassword] = useState(false);
  const { offers } = login;
  useEffect(() => void offers.load(), [offers]);
  const known = useKnown();
  // Without a license, ordinary users can open no page; the form lets an administrator sign in.
  const unlicensed = license.missing && user.current?.admin !== true;
  const led = known && !unlicensed;
  const stays = unlicensed && login.step === 'signedIn';
  useEffect(() => {
    if (!stays) return;
    store.refuse();
    login.happen('began');
  }, [stays, store, login]);

  if (led) {
    if (login.step !== 'atProvider') return null;
    return (
      <FormPage heading={text(messages.heading)}>
        <p role="status">{text(providerMessages.taking)}</p>
      </FormPage>
    );
  }
  const external = offers.loginViewMode === 'external' && !byPassword;
  const anyProvider = offers.oauthProviders.length > 0 || offers.ssoProviderLink !== '';
  const name = new URLSearchParams({ username: store.user.trim() });
  return (
    <FormPage heading={text(messages.heading)}>
      <LoginNotice />
      <SsoFailureText />
      {unlicensed && <FormFailure text={text(messages.noLicense)} />}
      {query.get('again') === 'true' && <p className="ld-soft">{text(messages.confirmFirst)}</p>}
      {client && (
        <p className="ld-soft">
          {text(messages.client, { client: client.name || text(messages.someClient) })}
        </p>
      )}
      {external ? (
        <p className="ld-soft">{text(anyProvider ? messages.external : messages.noneExternal)}</p>
      ) : (
        <SignInForm
          store={store}
          onRight={goOn}
          aside={
            offers.forgotPassword && (
              <Link to={`/login/forgot-password?${name}`}>{text(messages.forgot)}</Link>
            )
          }
        />
      )}
      <ProviderButtons
        providers={offers.oauthProviders}
        samlLink={offers.ssoProviderLink}
        samlName={offers.ssoProviderName}
        go={go}
        alone={external}
      />
      {external && (
        <Button kind="quiet" label={text(messages.byPassword)} onClick={() => setByPassword(true)} />
      )}
      {offers.registration && (
        <p>
          <Link to={client ? '/login/cli-registration' : '/login/registration'}>
            {text(messages.register)}
          </Link>
        </p>
      )}
    </FormPage>
  );
});
