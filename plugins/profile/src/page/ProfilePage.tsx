import type { Message } from '@lading/contract';
import { ErrorState, PageFrame, PageSkeleton, Tabs, useShell, useStyles, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { ApiKeyStore } from '../apiKey/ApiKeyStore.ts';
import { ApiKeyTab } from '../apiKey/ApiKeyTab.tsx';
import { ApplicationsTab } from '../applications/ApplicationsTab.tsx';
import { DetailsStore } from '../details/DetailsStore.ts';
import { createPasswordForm } from '../password/passwordForm.ts';
import { PluginsTab } from '../plugins/PluginsTab.tsx';
import { usePluginsWithSettings } from '../plugins/usePluginsWithSettings.ts';
import { SecondFactorStore } from '../secondFactor/SecondFactorStore.ts';
import { SecondFactorTab } from '../secondFactor/SecondFactorTab.tsx';
import { SessionsTab } from '../sessions/SessionsTab.tsx';
import type { NewTokenStore } from '../tokens/create/NewTokenStore.ts';
import { TokensStore } from '../tokens/TokensStore.ts';
import { TokensTab } from '../tokens/TokensTab.tsx';
import { messages } from './messages.ts';
import { PersonalTab } from './PersonalTab.tsx';
import { ProfileStore } from './ProfileStore.ts';
import css from './profile.css?inline';
import { UnlockedUntil } from './UnlockedUntil.tsx';

const TABS = ['profile', 'secondFactor', 'apiKey', 'tokens', 'applications', 'sessions', 'plugins'] as const;
/** Tabs with lists that scroll on their own and need no profile. */
const LISTS: readonly string[] = ['tokens', 'applications', 'sessions'];
type TabKey = (typeof TABS)[number];

/** Profile of the user. Typed values survive a change of tab. */
export const ProfilePage = observer(function ProfilePage() {
  useStyles(css);
  const text = useText();
  const { http, user, navigation, language } = useShell();
  const asked = useSearchParams()[0].get('tab');
  const selected: TabKey = TABS.find((tab) => tab === asked) ?? 'profile';
  const [stores] = useState(() => {
    const profile = new ProfileStore(http);
    return {
      profile,
      details: new DetailsStore(profile),
      password: createPasswordForm(profile),
      secondFactor: new SecondFactorStore(profile),
      apiKey: new ApiKeyStore(profile),
      tokens: new TokensStore(http, user.current?.name ?? '', language.tag),
    };
  });
  const plugins = usePluginsWithSettings();
  // Most consoles have no plugin with settings.
  const hasPlugins = selected === 'plugins' || (plugins.value?.plugins.length ?? 0) > 0;
  const [newToken, setNewToken] = useState<NewTokenStore>();
  const { profile } = stores;

  useEffect(() => {
    void profile.load();
    return () => profile.dispose();
  }, [profile]);

  const unsaved = useRef<() => Message | undefined>(() => undefined);
  unsaved.current = () => {
    if (stores.details.dirty) return messages.unsavedEmail;
    if (stores.password.dirty) return messages.unsavedPassword;
    if (stores.secondFactor.codes) return messages.unkeptCodes;
    if (stores.secondFactor.enrolment)
      return stores.secondFactor.state.value.enrolled
        ? messages.unfinishedDevice
        : messages.unfinishedEnrolment;
    if (newToken && newToken.description.trim() !== '') return messages.unsavedToken;
    return stores.tokens.made && messages.uncopiedToken;
  };
  useEffect(
    () =>
      navigation.block(() => {
        const reason = unsaved.current();
        return reason && text(reason);
      }),
    [navigation, text],
  );

  return (
    <PageFrame
      full={LISTS.includes(selected)}
      heading={text(messages.heading)}
      beside={<UnlockedUntil store={profile} />}
    >
      <Tabs
        label={text(messages.sections)}
        tabs={TABS.filter((key) => key !== 'plugins' || hasPlugins).map((key) => ({
          ...{ key, label: text(messages[key]) },
        }))}
        selected={selected}
        to={(key) => (key === 'profile' ? '?' : `?tab=${key}`)}
      >
        <div className="profile-tab">
          {selected === 'tokens' && <TokensTab store={stores.tokens} form={newToken} onForm={setNewToken} />}
          {selected === 'sessions' && <SessionsTab />}
          {selected === 'plugins' && <PluginsTab plugins={plugins} />}
          {selected === 'applications' && <ApplicationsTab user={user.current?.name ?? ''} />}
          {!LISTS.includes(selected) && selected !== 'plugins' && (
            <OfProfile store={profile}>
              {selected === 'profile' && <PersonalTab {...stores} />}
              {selected === 'secondFactor' && (
                <SecondFactorTab profile={profile} store={stores.secondFactor} />
              )}
              {selected === 'apiKey' && <ApiKeyTab profile={profile} store={stores.apiKey} />}
            </OfProfile>
          )}
        </div>
      </Tabs>
    </PageFrame>
  );
});

const OfProfile = observer(function OfProfile(props: { store: ProfileStore; children: React.ReactNode }) {
  const { store, children } = props;
  const text = useText();
  if (store.profile) return children;
  if (!store.error) return <PageSkeleton />;
  return (
    <ErrorState what={text(messages.failed)} cause={store.error.message} onRetry={() => void store.load()} />
  );
});
