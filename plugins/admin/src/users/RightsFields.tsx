import type { Message } from '@lading/contract';
import { useShell, useText } from '@lading/ui';
import { CheckField, type FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { messages } from './messages.ts';
import type { UserValues } from './userValues.ts';

type Right = 'enabled' | 'admin' | 'profile_updatable' | 'disable_ui_access' | 'internal_password_disabled';

const RIGHTS: readonly (readonly [Right, Message, Message?])[] = [
  ['enabled', messages.enabledUser, messages.enabledHelp],
  ['admin', messages.admin, messages.adminHelp],
  ['profile_updatable', messages.profileUpdatable],
  ['disable_ui_access', messages.disableUi, messages.disableUiHelp],
  ['internal_password_disabled', messages.passwordDisabled, messages.passwordDisabledHelp],
];

interface Props {
  readonly store: FormStore<UserValues>;
  /** The groups that make an administrator of the user. */
  readonly adminBy: readonly string[];
  /** The account of the caller, who cannot disable it. */
  readonly own: boolean;
}

export const RightsFields = observer(function RightsFields({ store, adminBy, own }: Props) {
  const text = useText();
  const field = useFields(store);
  const { language } = useShell();
  const names = new Intl.ListFormat(language.tag).format(adminBy);
  const helpOf = (key: Right, help: Message | undefined) => {
    if (key === 'enabled' && own) return text(messages.ownAccount);
    if (key === 'admin' && adminBy.length > 0) return text(messages.adminByGroup, { groups: names });
    return help && text(help);
  };
  return (
    <>
      <h2>{text(messages.rights)}</h2>
      {RIGHTS.map(([key, label, help]) => (
        <CheckField
          key={key}
          {...field(key, text(label))}
          help={helpOf(key, help)}
          {...(key === 'enabled' && own ? { disabled: true } : {})}
        />
      ))}
    </>
  );
});
