import type { PluginBackendDetails } from '@lading/contract/rest';
import { useText } from '@lading/ui';
import { CheckField, FormSection, type FormStore } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { type BackendValues, declaredCalls, isAdded } from './backendValues.ts';
import { messages } from './messages.ts';

/** The calls that the plugin declares, each to be allowed. */
export const CallFields = observer(function CallFields(props: {
  readonly store: FormStore<BackendValues, void>;
  readonly backend: PluginBackendDetails;
}) {
  const { store, backend } = props;
  const text = useText();
  const allowed = store.values.calls;
  const all = declaredCalls(backend);
  return (
    <FormSection heading={text(messages.calls)} about={text(messages.callsAbout)}>
      {all.map((call) => (
        <CheckField
          key={call}
          name="calls"
          label={call}
          value={allowed.includes(call)}
          {...(isAdded(backend, call) ? { help: text(messages.addedCall) } : {})}
          onChange={(selected) =>
            store.set(
              'calls',
              // In the declared order, so that selecting a call again is no change.
              all.filter((one) => (one === call ? selected : allowed.includes(one))),
            )
          }
        />
      ))}
    </FormSection>
  );
});
