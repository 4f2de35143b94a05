import type { OAuthProviderSettings } from '@lading/contract/rest';
import { Fetched, FetchedView, PageFrame, useShell, useText } from '@lading/ui';
import { useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { messages as formMessages } from '../form/messages.ts';
import { SettingsForm } from '../form/SettingsForm.tsx';
import { SettingsStore } from '../form/SettingsStore.ts';
import { There } from '../form/SinglePage.tsx';
import { useRemove } from '../form/useRemove.ts';
import { ofOAuth, PROVIDERS } from '../paths.ts';
import { changeOAuth, createOAuth, fetchOAuth, removeOAuth, testOAuth } from '../securityApi.ts';
import { messages } from './messages.ts';
import { NEW_PROVIDER, oauthSections } from './oauthSections.ts';

/** An OpenID Connect provider that is to be, or one that is there. */
export function OAuthPage() {
  const { name } = useParams();
  const text = useText();
  return (
    <PageFrame above={[{ label: text(messages.title), to: PROVIDERS }]} heading={name ?? text(messages.add)}>
      {name === undefined ? <OAuthForm /> : <Existing key={name} name={name} />}
    </PageFrame>
  );
}

function Existing({ name }: { name: string }) {
  const { http } = useShell();
  const text = useText();
  const fetched = useMemo(
    () =>
      new Fetched<OAuthProviderSettings | undefined>(undefined, (signal) => fetchOAuth(http, name, signal)),
    [http, name],
  );
  return (
    <FetchedView fetched={fetched} failure={text(formMessages.notRead)}>
      {(provider) => provider && <OAuthForm provider={provider} />}
    </FetchedView>
  );
}

function OAuthForm({ provider }: { provider?: OAuthProviderSettings }) {
  const { http } = useShell();
  const navigate = useNavigate();
  const name = provider?.name;
  const [store] = useState(
    () =>
      new SettingsStore({
        sections: oauthSections(name === undefined),
        settings: provider ?? NEW_PROVIDER,
        save: (settings) =>
          name === undefined ? createOAuth(http, settings) : changeOAuth(http, name, { ...settings, name }),
        test: (settings) => testOAuth(http, name === undefined ? settings : { ...settings, name }),
      }),
  );
  const remove = useRemove(name ?? '', async () => {
    if (name === undefined) return;
    await removeOAuth(http, name);
    store.forget();
    await navigate(PROVIDERS);
  });
  return (
    <SettingsForm
      store={store}
      onSaved={() => {
        // Its address says what is to be entered at the provider.
        const made = (store.settings as OAuthProviderSettings).name;
        if (name === undefined) void navigate(ofOAuth(made), { replace: true });
      }}
      {...(name === undefined ? {} : { onRemove: () => void remove() })}
    >
      <There settings={store.settings} facts={[{ key: 'callbackUrl', label: messages.callback }]} />
    </SettingsForm>
  );
}
