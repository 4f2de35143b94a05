import type { Webhook } from '@lading/contract/rest';
import { Fetched, TextField, useShell, useStyles, useText } from '@lading/ui';
import {
  CheckField,
  EditForm,
  editMessages,
  FormSection,
  FormStore,
  useDelete,
  useFields,
  type Versioned,
} from '@lading/ui/edit';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { WEBHOOKS } from '../paths.ts';
import { CriteriaFields } from './CriteriaFields.tsx';
import { checkWebhook, webhookFieldOf } from './checkWebhook.ts';
import { EventFields } from './EventFields.tsx';
import { HandlerFields } from './HandlerFields.tsx';
import { formTexts, messages } from './messages.ts';
import { WebhookTrial } from './WebhookTrial.tsx';
import css from './webhooks.css?inline';
import { changeWebhook, createWebhook, deleteWebhook, fetchWebhooks } from './webhooksApi.ts';
import { NEW_WEBHOOK, valuesOf, webhookOf } from './webhookValues.ts';

/** Without a loaded webhook: for a new one. */
export const WebhookForm = observer(function WebhookForm({ loaded }: { loaded?: Versioned<Webhook> }) {
  const webhook = loaded?.value;
  useStyles(css);
  const { http } = useShell();
  const text = useText();
  const navigate = useNavigate();
  const [others] = useState(
    () => new Fetched<readonly Webhook[]>([], (signal) => fetchWebhooks(http, signal)),
  );
  const [store] = useState(
    () =>
      new FormStore(webhook ? valuesOf(webhook) : NEW_WEBHOOK, {
        check: (values) =>
          checkWebhook(
            values,
            others.value.map(({ key }) => key),
          ),
        save: (values) =>
          loaded
            ? changeWebhook(http, webhookOf(values), loaded.version)
            : createWebhook(http, webhookOf(values)),
        fieldOf: webhookFieldOf,
      }),
  );
  useEffect(() => {
    if (!webhook) void others.need();
    return () => others.dispose();
  }, [others, webhook]);
  const field = useFields(store);
  const name = store.values.key.trim();
  const remove = useDelete({
    name,
    back: WEBHOOKS,
    consequence: async () => text(formTexts.deleteWebhook, { waiting: webhook?.health.waiting ?? 0 }),
    remove: () => deleteWebhook(http, name),
    onRemoved: () => store.markSaved(),
  });
  return (
    <div className="admin-webhook">
      <EditForm
        store={store}
        verb={text(webhook ? editMessages.save : messages.verb)}
        cancel={WEBHOOKS}
        saved={text(webhook ? editMessages.saved : editMessages.created, { name })}
        onSaved={() => void navigate(WEBHOOKS)}
        {...(webhook ? { onDelete: () => void remove() } : {})}
      >
        {!webhook && (
          <TextField
            {...field('key', text(formTexts.name))}
            required
            autoComplete="off"
            spellCheck={false}
            help={text(formTexts.nameHelp)}
          />
        )}
        <TextField {...field('description', text(formTexts.description))} />
        <CheckField {...field('enabled', text(formTexts.enabled))} />
        <EventFields store={store} />
        <CriteriaFields store={store} />
        <FormSection heading={text(formTexts.handler)}>
          <TextField
            {...field('url', text(formTexts.url))}
            required
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            help={text(formTexts.urlHelp)}
          />
          <HandlerFields store={store} webhook={webhook} />
          <WebhookTrial store={store} />
        </FormSection>
      </EditForm>
    </div>
  );
});
