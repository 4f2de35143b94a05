import type { MfaState } from '@lading/contract/rest';
import { Button, EmptyState, FetchedView, FormFailure, useShell, useText, When } from '@lading/ui';
import { Facts } from '@lading/ui/display';
import { observer } from 'mobx-react-lite';
import type { ProfileStore } from '../page/ProfileStore.ts';
import { UnlockForm } from '../unlock/UnlockForm.tsx';
import { EnrolmentForm } from './EnrolmentForm.tsx';
import { KeptCodes } from './KeptCodes.tsx';
import { messages } from './messages.ts';
import type { SecondFactorStore } from './SecondFactorStore.ts';

interface Props {
  readonly profile: ProfileStore;
  readonly store: SecondFactorStore;
}

/** MFA of the user: setup, recovery codes, and removal. */
export const SecondFactorTab = observer(function SecondFactorTab({ profile, store }: Props) {
  const text = useText();
  const name = profile.profile?.user.name ?? '';
  if (store.codes) return <KeptCodes codes={store.codes} user={name} onKept={() => store.putAway()} />;
  return (
    <>
      <p className="ld-soft">{text(messages.about)}</p>
      <FetchedView fetched={store.state} failure={text(messages.failed)}>
        {(state) => <Factor state={state} profile={profile} store={store} />}
      </FetchedView>
    </>
  );
});

const Factor = observer(function Factor(props: Props & { state: MfaState }) {
  const { state, profile, store } = props;
  const text = useText();
  if (!state.enrolled && state.policy === 'off')
    return <EmptyState icon="shield" what={text(messages.off)} />;
  const { enrolment } = store;
  if (enrolment) return <EnrolmentForm enrolment={enrolment} store={store} replaces={state.enrolled} />;
  const failure = store.failure !== undefined && <FormFailure text={store.failure} />;
  if (state.enrolled) {
    return (
      <>
        <UnlockForm store={profile} />
        {failure}
        <TurnedOn {...props} />
      </>
    );
  }
  return (
    <>
      <UnlockForm store={profile} />
      {failure}
      {profile.unlocked && (
        <EmptyState icon="shield" what={text(messages.none)}>
          <Button
            kind="main"
            label={text(messages.setUp)}
            busy={store.busy}
            onClick={() => void store.begin()}
          />
        </EmptyState>
      )}
    </>
  );
});

const TurnedOn = observer(function TurnedOn({ state, profile, store }: Props & { state: MfaState }) {
  const text = useText();
  const { modals, notifications } = useShell();
  const name = profile.profile?.user.name ?? '';
  const renew = async () => {
    const question = {
      title: text(messages.renewAsk),
      text: text(messages.renewText),
      verb: text(messages.renew),
    };
    if (await modals.confirm(question)) await store.renewCodes();
  };
  const remove = async () => {
    const question = {
      title: text(messages.removeAsk, { name }),
      text: text(messages.removeText),
      verb: text(messages.remove),
      danger: true,
    };
    if ((await modals.confirm(question)) && (await store.remove()))
      notifications.success(text(messages.removed));
  };
  return (
    <>
      <h2>{text(messages.on)}</h2>
      <Facts
        facts={[
          [text(messages.since), state.since && <When key="since" date={state.since} />],
          [text(messages.codesLeft), state.recoveryCodesLeft],
        ]}
      />
      {state.policy === 'required' && <p className="ld-soft">{text(messages.required)}</p>}
      <div className="profile-buttons">
        {state.policy !== 'off' && (
          <Button
            label={text(messages.another)}
            disabled={!profile.unlocked}
            busy={store.busy}
            onClick={() => void store.begin()}
          />
        )}
        <Button
          label={text(messages.renew)}
          disabled={!profile.unlocked}
          busy={store.busy}
          onClick={() => void renew()}
        />
        {state.policy !== 'required' && (
          <Button
            kind="danger"
            label={text(messages.remove)}
            disabled={!profile.unlocked || store.busy}
            onClick={() => void remove()}
          />
        )}
      </div>
    </>
  );
});
