import { useShell, useText } from '@lading/ui';
import { EditPage } from '@lading/ui/edit';
import { useParams } from 'react-router-dom';
import { WEBHOOKS } from '../paths.ts';
import { messages } from './messages.ts';
import { WebhookForm } from './WebhookForm.tsx';
import { fetchWebhook } from './webhooksApi.ts';

/** A new webhook, or an existing one. */
export function WebhookPage() {
  const { webhookName: name } = useParams();
  const { http } = useShell();
  const text = useText();
  return (
    <EditPage
      above={[{ label: text(messages.title), to: WEBHOOKS }]}
      heading={name ?? text(messages.create)}
      id={name}
      fetch={name === undefined ? undefined : (signal) => fetchWebhook(http, name, signal)}
      failure={text(messages.failed)}
    >
      {(webhook) => <WebhookForm webhook={webhook} />}
    </EditPage>
  );
}
