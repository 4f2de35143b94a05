import { useStyles, useText } from '@lading/ui';
import { EditForm, FormSection } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { messages } from './messages.ts';
import { SettingField } from './SettingField.tsx';
import type { SettingsStore } from './SettingsStore.ts';
import css from './settings.css?inline';
import { type Extra, TestPanel } from './TestPanel.tsx';

interface Props {
  readonly store: SettingsStore;
  readonly extras?: readonly Extra[];
  readonly onSaved?: () => void;
  readonly onRemove?: () => void;
  /** Content above the fields. */
  readonly children?: ReactNode;
}

/** Form for settings in sections, with an optional test. */
export const SettingsForm = observer(function SettingsForm(props: Props) {
  useStyles(css);
  const { store, extras, onSaved, onRemove, children } = props;
  const text = useText();
  return (
    <>
      <EditForm
        store={store.form}
        saved={text(messages.saved)}
        deleteVerb={text(messages.remove)}
        {...(onSaved ? { onSaved } : {})}
        {...(onRemove ? { onDelete: onRemove } : {})}
      >
        {children}
        {store.sections.map(({ heading, fields }) => (
          <FormSection key={fields[0]?.key} {...(heading ? { heading: text(heading) } : {})}>
            {fields.map((field) => (
              <SettingField key={field.key} store={store} field={field} />
            ))}
          </FormSection>
        ))}
      </EditForm>
      {store.testable && <TestPanel store={store} {...(extras ? { extras } : {})} />}
    </>
  );
});
