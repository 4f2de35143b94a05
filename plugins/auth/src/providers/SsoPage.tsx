import { PageSkeleton, useShell, useText } from '@lading/ui';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { failureWords } from '../calls/failureWords.ts';
import { useGoOn } from '../flow/useGoOn.ts';
import { useOnce } from '../flow/useOnce.ts';
import { FormFailure } from '../form/FormFailure.tsx';
import { FormPage } from '../form/FormPage.tsx';
import { SignInLink } from '../form/SignInLink.tsx';
import type { LoginOffers } from '../state/LoginOffers.ts';
import { useLogin } from '../state/useLogin.ts';
import { messages } from './messages.ts';
import { isSilent, signInSilently } from './ssoApi.ts';
import { useProviders } from './useProviders.ts';

/**
 * Starts one method of single sign-on: an authenticating proxy, Crowd, SAML, or an OAuth provider.
 */
export function SsoPage() {
  const { http } = useShell();
  const text = useText();
  const login = useLogin();
  const goOn = useGoOn();
  const go = useProviders();
  const { ssoLoginType, type } = useParams();
  const [query] = useSearchParams();
  const wanted = ssoLoginType ?? type ?? '';
  const [failure, setFailure] = useState<string>();

  useOnce(() => {
    const begin = async () => {
      login.happen('began');
      const { offers } = login;
      await offers.loadRelated();
      if (isSilent(wanted)) {
        await signInSilently(http, offers.variant, wanted);
        if (login.happen('known')) await goOn();
        return;
      }
      await offers.loadProviders();
      const url = addressOf(offers, wanted, query.get('provider'));
      if (url) go(url);
      else setFailure(text(messages.noSuch));
    };
    begin().catch((cause: unknown) => setFailure(failureWords(cause) || text(messages.failed)));
    return undefined;
  }, wanted);

  if (failure === undefined)
    return (
      <FormPage heading={text(messages.taking)}>
        <PageSkeleton />
      </FormPage>
    );
  return (
    <FormPage heading={text(messages.heading)}>
      <FormFailure text={failure} />
      <SignInLink />
    </FormPage>
  );
}

/** Returns the URL of a provider by its name or kind; for `oauth`, of the only provider. */
function addressOf(offers: LoginOffers, wanted: string, named: string | null): string | undefined {
  if (wanted === 'saml') return offers.ssoProviderLink || undefined;
  const { oauthProviders } = offers;
  const name = wanted === 'oauth' ? named : wanted;
  if (name === null) return oauthProviders.length === 1 ? oauthProviders[0]?.url : undefined;
  const provider =
    oauthProviders.find((each) => each.name === name) ?? oauthProviders.find(({ type }) => type === name);
  return provider?.url;
}
