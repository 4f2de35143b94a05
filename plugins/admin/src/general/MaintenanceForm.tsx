import type { Maintenance } from '@lading/contract/rest';
import { TextField, useShell, useText } from '@lading/ui';
import { CheckField, EditForm, FormStore, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { changeMaintenance } from './generalApi.ts';
import { messages } from './messages.ts';

/** Turns maintenance mode on and off. */
export const MaintenanceForm = observer(function MaintenanceForm({ mode }: { mode: Maintenance }) {
  const { http, session } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<Maintenance>(mode, {
        check: ({ message }) =>
          message.length > 1000 ? { message: { message: messages.tooLong, values: { most: 1000 } } } : {},
        save: (values) => changeMaintenance(http, values),
      }),
  );
  const field = useFields(store);
  return (
    <section className="admin-general__section" aria-labelledby="maintenance">
      <h2 id="maintenance">{text(messages.maintenance)}</h2>
      <EditForm
        store={store}
        verb={text(messages.saveMaintenance)}
        saved={text(store.values.enabled ? messages.maintenanceOn : messages.maintenanceOff)}
        // The frame shows the notice, and loads it with the user's data.
        onSaved={() => void session.finishSignIn({ stay: true })}
      >
        <CheckField {...field('enabled', text(messages.readOnly))} help={text(messages.readOnlyHelp)} />
        <TextField
          {...field('message', text(messages.maintenanceMessage))}
          help={text(messages.maintenanceMessageHelp)}
        />
      </EditForm>
    </section>
  );
});
