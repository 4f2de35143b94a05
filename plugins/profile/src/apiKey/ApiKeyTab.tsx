import { Button, CopyButton, EmptyState, ErrorState, FormFailure, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { ProfileStore } from '../page/ProfileStore.ts';
import { UnlockForm } from '../unlock/UnlockForm.tsx';
import { type ApiKeyStore, OAUTH_REALM } from './ApiKeyStore.ts';
import { messages } from './messages.ts';

/** API key tab: shows, creates, renews, and revokes the key while the profile is unlocked. */
export const ApiKeyTab = observer(function ApiKeyTab(props: { profile: ProfileStore; store: ApiKeyStore }) {
  const { profile, store } = props;
  const text = useText();
  const mayAsk = profile.unlocked || profile.profile?.user.realm === OAUTH_REALM;

  useEffect(() => {
    if (mayAsk) void store.read();
    else store.forget();
  }, [mayAsk, store]);

  return (
    <>
      <p className="ld-soft">{text(messages.about)}</p>
      <UnlockForm store={profile} />
      {profile.unlocked && store.apiKey === undefined && store.failure !== undefined && (
        <ErrorState what={text(messages.failed)} cause={store.failure} onRetry={() => void store.read()} />
      )}
      {store.apiKey !== undefined && <Key name={profile.profile?.user.name ?? ''} store={store} />}
    </>
  );
});

const Key = observer(function Key(props: { name: string; store: ApiKeyStore }) {
  const { name, store } = props;
  const text = useText();
  const { modals, notifications } = useShell();

  const create = async () => {
    if (await store.make()) notifications.success(text(messages.created));
  };
  const renew = async () => {
    const title = text(messages.renewAsk, { name });
    const question = { title, text: text(messages.renewText), verb: text(messages.renew), danger: true };
    if ((await modals.confirm(question)) && (await store.renew()))
      notifications.success(text(messages.renewed));
  };
  const revoke = async () => {
    const title = text(messages.revokeAsk, { name });
    const question = { title, text: text(messages.revokeText), verb: text(messages.revoke), danger: true };
    if ((await modals.confirm(question)) && (await store.revoke()))
      notifications.success(text(messages.revoked));
  };

  const failure = store.failure !== undefined && <FormFailure text={store.failure} />;
  if (!store.apiKey) {
    return (
      <>
        {failure}
        <EmptyState icon="key" what={text(messages.none)} more={text(messages.noneMore)}>
          <Button
            kind="main"
            icon="add"
            label={text(messages.create)}
            busy={store.busy}
            onClick={() => void create()}
          />
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {failure}
      <KeyField key={store.apiKey} apiKey={store.apiKey} />
      <div className="profile-buttons">
        <Button icon="refresh" label={text(messages.renew)} busy={store.busy} onClick={() => void renew()} />
        <Button
          kind="danger"
          label={text(messages.revoke)}
          disabled={store.busy}
          onClick={() => void revoke()}
        />
      </div>
    </>
  );
});

/** Masked until revealed, so that other people cannot read it from the screen. */
function KeyField(props: { apiKey: string }) {
  const text = useText();
  const [shown, setShown] = useState(false);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form
    <div className="profile-key" role="group" aria-label={text(messages.key)}>
      <code>{shown ? props.apiKey : <span className="ld-soft">{text(messages.hidden)}</span>}</code>
      <Button
        kind="quiet"
        iconOnly
        icon={shown ? 'eyeOff' : 'eye'}
        label={text(shown ? messages.hide : messages.show)}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      />
      <CopyButton text={props.apiKey} what={text(messages.key)} />
    </div>
  );
}
