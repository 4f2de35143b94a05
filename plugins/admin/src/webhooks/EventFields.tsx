import type { WebhookDomain } from '@lading/contract/rest';
import { Fetched, SelectField, useShell, useText } from '@lading/ui';
import { CheckField, FormSection, type FormStore, useFieldError, useFields } from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useEffect, useId, useState } from 'react';
import { domainMessages } from './domainMessages.ts';
import { formTexts } from './messages.ts';
import { fetchDomains } from './webhooksApi.ts';
import type { WebhookValues } from './webhookValues.ts';

/** The domain of the events, and its types. */
export const EventFields = observer(function EventFields({ store }: { store: FormStore<WebhookValues> }) {
  const { http } = useShell();
  const text = useText();
  const field = useFields(store);
  const [domains] = useState(
    () => new Fetched<readonly WebhookDomain[]>([], (signal) => fetchDomains(http, signal)),
  );
  useEffect(() => {
    void domains.need();
    return () => domains.dispose();
  }, [domains]);
  const { domain } = store.values;
  // Without the list from the server, a saved event is still shown.
  const known = new Set([...domains.value.map((each) => each.domain), ...(domain === '' ? [] : [domain])]);
  const label = (name: string) => {
    const known = domainMessages[name];
    return known ? text(known) : name;
  };
  const select = (chosen: string) => {
    store.set('domain', chosen);
    const types = domains.value.find((each) => each.domain === chosen)?.event_types ?? [];
    store.set('eventTypes', types.length === 1 ? types.map(({ name }) => name) : []);
  };
  return (
    <FormSection>
      <SelectField
        {...field('domain', text(formTexts.event))}
        // The star is not hidden from screen readers, because the select has no other mark.
        label={
          <>
            {text(formTexts.event)}
            <span className="ld-field__required"> *</span>
          </>
        }
        options={[
          ...(domain === '' ? [{ key: '', label: text(formTexts.chooseEvent) }] : []),
          ...[...known].map((key) => ({ key, label: label(key) })),
        ]}
        onChange={select}
      />
      {domain !== '' && (
        <EventTypes store={store} types={domains.value.find((each) => each.domain === domain)?.event_types} />
      )}
    </FormSection>
  );
});

const EventTypes = observer(function EventTypes(props: {
  store: FormStore<WebhookValues>;
  types: WebhookDomain['event_types'] | undefined;
}) {
  const { store } = props;
  const text = useText();
  const errorText = useFieldError();
  const id = useId();
  const selected = store.values.eventTypes;
  const types = props.types ?? selected.map((name) => ({ name, produced: true }));
  store.labels.set('eventTypes', text(formTexts.eventTypes));
  const error = errorText(store.errors.eventTypes);
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend>{text(formTexts.eventTypes)}</legend>
      {types.map(({ name, produced }) => (
        <CheckField
          key={name}
          name="eventTypes"
          label={name}
          value={selected.includes(name)}
          {...(produced ? {} : { help: text(formTexts.notProduced) })}
          onChange={(on) =>
            store.set(
              'eventTypes',
              types.map((each) => each.name).filter((each) => (each === name ? on : selected.includes(each))),
            )
          }
        />
      ))}
      {error && (
        <p className="ld-field__error" id={id} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
});
