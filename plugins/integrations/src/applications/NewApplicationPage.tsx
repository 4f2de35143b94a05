import type { CreatedApplication } from '@lading/contract/rest';
import { SelectField, TextField, useShell, useText } from '@lading/ui';
import { EditForm, EditPage, FormStore, TextAreaField, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { APPLICATIONS } from '../paths.ts';
import { createApplication } from './applicationsApi.ts';
import {
  type ApplicationValues,
  applicationFieldOf,
  applicationOf,
  checkApplication,
  NEW_APPLICATION,
} from './applicationValues.ts';
import { CreatedView } from './CreatedView.tsx';
import { messages } from './messages.ts';

/** Registers an application, and then shows its secret. */
export function NewApplicationPage() {
  const text = useText();
  const [created, setCreated] = useState<CreatedApplication>();
  return (
    <EditPage
      above={[{ label: text(messages.title), to: APPLICATIONS }]}
      heading={created?.name ?? text(messages.create)}
      failure=""
    >
      {() => (created ? <CreatedView application={created} /> : <ApplicationForm onCreated={setCreated} />)}
    </EditPage>
  );
}

interface Props {
  readonly onCreated: (application: CreatedApplication) => void;
}

const ApplicationForm = observer(function ApplicationForm({ onCreated }: Props) {
  const { http } = useShell();
  const text = useText();
  const [store] = useState(
    () =>
      new FormStore<ApplicationValues, CreatedApplication>(NEW_APPLICATION, {
        check: (values) => checkApplication(applicationOf(values)),
        save: async (values) => {
          const created = await createApplication(http, applicationOf(values));
          onCreated(created);
          return created;
        },
        fieldOf: applicationFieldOf,
      }),
  );
  const field = useFields(store);
  return (
    <EditForm
      store={store}
      verb={text(messages.verb)}
      cancel={APPLICATIONS}
      saved={text(messages.created, { name: store.values.name.trim() })}
    >
      <TextField
        {...field('name', text(messages.name))}
        required
        autoComplete="off"
        spellCheck={false}
        help={text(messages.nameHelp)}
      />
      <SelectField
        {...field('type', text(messages.type))}
        options={(['web', 'native'] as const).map((key) => ({ key, label: text(messages[key]) }))}
      />
      <TextAreaField {...field('description', text(messages.description))} />
      <TextField
        {...field('callback_url', text(messages.callback))}
        required
        type="url"
        spellCheck={false}
        help={text(messages.callbackHelp)}
      />
      <TextField
        {...field('service_user', text(messages.serviceUser))}
        autoComplete="off"
        spellCheck={false}
        help={text(messages.serviceUserHelp)}
      />
    </EditForm>
  );
});
