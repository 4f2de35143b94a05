import type { Http, Message, SettingScope } from '@lading/contract';
import type { PluginSettingsForm as Form, PluginSettingField } from '@lading/contract/rest';
import { settingsChanged } from '@lading/contract/settings';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { SelectField } from '../../forms/SelectField.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { useText } from '../../language/useText.ts';
import { useShell } from '../../plugin/ShellContext.ts';
import { CheckField } from '../CheckField.tsx';
import { EditForm } from '../EditForm.tsx';
import { FormStore } from '../FormStore.ts';
import { type Fields, useFields } from '../useFields.ts';
import { basedOn, fetchVersioned, inSequence, type Versioned } from '../versioned.ts';
import { settingMessages as messages } from './messages.ts';
import { faultsOf, sentValues, type TypedValues, typedValues } from './settingValues.ts';

const callOf = (plugin: string, scope: SettingScope) =>
  `/ui/api/v1/lading/plugins/${encodeURIComponent(plugin)}/settings/${scope}`;

/** Loads the settings of a plugin, for `PluginSettingsForm`. Throws `HttpFailure`. */
export function fetchPluginSettings(
  http: Http,
  plugin: string,
  scope: SettingScope,
  signal: AbortSignal,
): Promise<Versioned<Form>> {
  return fetchVersioned<Form>(http, callOf(plugin, scope), { signal });
}

/** The form that a plugin's settings describe. */
export const PluginSettingsForm = observer(function PluginSettingsForm(props: {
  readonly opened: Versioned<Form>;
  readonly scope: SettingScope;
}) {
  const { opened, scope } = props;
  const { plugin, settings } = opened.value;
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<TypedValues, Form>(typedValues(opened.value), {
        check: (typed) => faultsOf(settings, typed),
        save: inSequence(opened.version, async (version, typed: TypedValues) => {
          const body = { values: sentValues(settings, typed) };
          const saved = await fetchVersioned<Form>(http, callOf(plugin, scope), {
            ...{ method: 'PUT', body },
            ...basedOn(version),
          });
          settingsChanged(plugin);
          return saved;
        }),
        valuesAfter: typedValues,
      }),
  );
  const field = useFields(store);
  if (settings.length === 0) return <p>{text(messages.none)}</p>;
  return (
    <EditForm store={store} saved={text(messages.saved, { plugin })}>
      {settings.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          connected={field(setting.name, text(setting.title as Message))}
        />
      ))}
    </EditForm>
  );
});

type Connected = ReturnType<Fields<TypedValues>>;

/** `connected` is read by the form, which is rendered again for each change. */
function SettingField(props: { readonly setting: PluginSettingField; readonly connected: Connected }) {
  const { setting, connected } = props;
  const text = useText();
  const { type, enum: choices, description } = setting;
  const help = description ? { help: text(description as Message) } : {};
  if (type === 'boolean') return <CheckField {...connected} {...help} value={connected.value === true} />;
  const value = String(connected.value);
  if (choices) {
    const options = choices.map((key) => ({ key, label: key }));
    return <SelectField<string> {...connected} {...help} value={value} options={options} />;
  }
  const numeric =
    type === 'string' ? {} : ({ inputMode: type === 'integer' ? 'numeric' : 'decimal' } as const);
  return <TextField {...connected} {...help} {...numeric} value={value} />;
}
