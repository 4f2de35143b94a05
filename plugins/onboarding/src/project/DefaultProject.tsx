import { Button, FormFailure, TextField, useShell, useText } from '@lading/ui';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useState } from 'react';
import { DefaultProjectStore, LONGEST_KEY } from './DefaultProjectStore.ts';
import { messages } from './messages.ts';

/** Offers to create the first project. */
export const DefaultProject = observer(function DefaultProject() {
  const text = useText();
  const { http, notifications, project } = useShell();
  const [store] = useState(() => new DefaultProjectStore());
  const { wrong, checked, created } = store;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await store.create(http, notifications, text(messages.failed))) project.changed();
  };
  const keyFaults = {
    start: text(messages.keyStart),
    length: text(messages.keyLength, { most: LONGEST_KEY }),
    characters: text(messages.keyCharacters),
  };
  return (
    <details className="onboarding-panel">
      <summary>{text(messages.heading)}</summary>
      {created ? (
        <p role="status">{text(messages.created, { name: created.display_name })}</p>
      ) : (
        <form noValidate aria-busy={store.busy} onSubmit={(event) => void submit(event)}>
          <p>{text(messages.about)}</p>
          {store.failure !== undefined && <FormFailure text={store.failure} />}
          <TextField
            label={text(messages.name)}
            required
            value={store.name}
            onChange={(value) => store.type('name', value)}
            error={checked && wrong === 'name' ? text(messages.nameEmpty) : undefined}
          />
          <TextField
            label={text(messages.key)}
            required
            spellCheck={false}
            value={store.key}
            onChange={(value) => store.type('key', value)}
            help={text(messages.keyHelp)}
            error={checked && wrong && wrong !== 'name' ? keyFaults[wrong] : undefined}
          />
          <div className="onboarding-buttons">
            <Button type="submit" label={text(messages.create)} busy={store.busy} />
          </div>
        </form>
      )}
    </details>
  );
});
