import { Icon, useText } from '@lading/ui';
import type { FormStore } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { DetailsForm } from '../details/DetailsForm.tsx';
import type { DetailsStore } from '../details/DetailsStore.ts';
import { messages as details } from '../details/messages.ts';
import { ProfileFacts } from '../details/ProfileFacts.tsx';
import { messages as password } from '../password/messages.ts';
import { PasswordForm } from '../password/PasswordForm.tsx';
import type { PasswordValues } from '../password/passwordForm.ts';
import { UnlockForm } from '../unlock/UnlockForm.tsx';
import type { ProfileStore } from './ProfileStore.ts';

/** Days before the password expires from which the user is warned. */
const SOON = 14;

interface Props {
  readonly profile: ProfileStore;
  readonly details: DetailsStore;
  readonly password: FormStore<PasswordValues>;
}

/** Personal data of the user, and the parts of it that the user can change. */
export const PersonalTab = observer(function PersonalTab(props: Props) {
  const { profile } = props;
  const text = useText();
  const user = profile.profile?.user;
  if (!user) return null;
  const validFor = profile.profile?.password?.validFor;
  const hasPassword = !user.internalPasswordDisabled;
  // Typed values stay editable when the profile locks in the meantime.
  const editable = user.profileUpdatable && (profile.unlocked || props.details.dirty);
  return (
    <>
      {validFor !== undefined && validFor <= SOON && (
        <p className="profile-soon">
          <Icon name="warning" size={16} />
          {text(password.expires, { count: validFor })}
        </p>
      )}
      <ProfileFacts user={user} withEmail={!editable} />
      {user.profileUpdatable ? (
        <>
          <UnlockForm store={profile} />
          {editable && <DetailsForm profile={profile} store={props.details} />}
          {hasPassword && (profile.unlocked || props.password.dirty) && (
            <section className="profile-section">
              <h2>{text(password.heading)}</h2>
              <PasswordForm profile={profile} store={props.password} />
            </section>
          )}
        </>
      ) : (
        <p className="ld-soft">{text(details.kept)}</p>
      )}
    </>
  );
});
