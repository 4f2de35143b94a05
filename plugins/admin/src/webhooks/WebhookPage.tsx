import type { Webhook } from '@lading/contract/rest';
import { Tabs, useShell, useText } from '@lading/ui';
import { EditPage, type Versioned } from '@lading/ui/edit';
import { useParams, useSearchParams } from 'react-router-dom';
import { WEBHOOKS } from '../paths.ts';
import { DeliveriesTab } from './DeliveriesTab.tsx';
import { deliveryTexts } from './deliveryTexts.ts';
import { HealthNote } from './HealthNote.tsx';
import { messages } from './messages.ts';
import { WebhookForm } from './WebhookForm.tsx';
import { fetchWebhook } from './webhooksApi.ts';

const TABS = ['configuration', 'deliveries'] as const;

/** A new webhook, or an existing one with its deliveries. */
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
      {(loaded) => (loaded ? <Existing loaded={loaded} /> : <WebhookForm />)}
    </EditPage>
  );
}

function Existing({ loaded }: { loaded: Versioned<Webhook> }) {
  const webhook = loaded.value;
  const text = useText();
  const [params] = useSearchParams();
  const selected = params.get('tab') === 'deliveries' ? 'deliveries' : 'configuration';
  return (
    <>
      <HealthNote webhook={webhook} />
      <Tabs
        label={text(deliveryTexts.tabs)}
        tabs={TABS.map((key) => ({
          key,
          label: text(deliveryTexts[key]),
          ...(key === 'deliveries' && webhook.health.waiting > 0
            ? { count: String(webhook.health.waiting) }
            : {}),
        }))}
        selected={selected}
        to={(key) => (key === 'configuration' ? '?' : `?tab=${key}`)}
      >
        {selected === 'deliveries' ? (
          <DeliveriesTab webhookKey={webhook.key} />
        ) : (
          <WebhookForm loaded={loaded} />
        )}
      </Tabs>
    </>
  );
}
