import type { Message } from '@lading/contract';
import { useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { CheckField } from '../form/CheckField.tsx';
import type { FormStore } from '../form/FormStore.ts';
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

export const RightsFields = observer(function RightsFields({ store }: { store: FormStore<UserValues> }) {
  const text = useText();
  return (
    <>
      <h2>{text(messages.rights)}</h2>
      {RIGHTS.map(([key, label, help]) => (
        <CheckField
          key={key}
          label={text(label)}
          name={key}
          value={store.values[key]}
          onChange={(holds) => store.set(key, holds)}
          {...(help ? { help: text(help) } : {})}
        />
      ))}
    </>
  );
});
