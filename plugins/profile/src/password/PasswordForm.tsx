import { PasswordField, useText } from '@lading/ui';
import { CheckField, EditForm, type FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import type { ProfileStore } from '../page/ProfileStore.ts';
import { messages } from './messages.ts';
import type { PasswordValues } from './passwordForm.ts';

interface Props {
  readonly profile: ProfileStore;
  readonly store: FormStore<PasswordValues>;
}

/** Changes the password while the profile is unlocked. */
export const PasswordForm = observer(function PasswordForm({ profile, store }: Props) {
  const text = useText();
  const field = useFields(store);
  const minLength = profile.profile?.password?.minLength;
  return (
    <EditForm
      // The page guards unsaved changes, also while another tab is open.
      unguarded
      store={store}
      disabled={!profile.unlocked}
      verb={text(messages.submit)}
      saved={text(messages.changed)}
    >
      <input hidden readOnly autoComplete="username" value={profile.profile?.user.name ?? ''} />
      <PasswordField
        {...field('fresh', text(messages.fresh))}
        autoComplete="new-password"
        required
        help={minLength ? text(messages.help, { count: minLength }) : undefined}
      />
      <PasswordField {...field('again', text(messages.again))} autoComplete="new-password" required />
      <CheckField {...field('revokeTokens', text(messages.revoke))} help={text(messages.revokeHelp)} />
      <p className="ld-soft">{text(messages.ends)}</p>
    </EditForm>
  );
});
