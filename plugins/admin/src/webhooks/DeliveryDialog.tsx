import type { WebhookDeliveryDetails } from '@lading/contract/rest';
import { Button, Dialog, Fetched, FetchedView, useShell, useStyles, useText, When } from '@lading/ui';
import { CodeBlock, Facts } from '@lading/ui/display';
import { useEffect, useState } from 'react';
import { deliveryTexts } from './deliveryTexts.ts';
import css from './webhooks.css?inline';
import { fetchDelivery, redeliver } from './webhooksApi.ts';

interface Props {
  readonly webhookKey: string;
  readonly id: string;
  readonly onClose: () => void;
  readonly onRedelivered: () => void;
}

/** One delivery: its request and response. */
export function DeliveryDialog({ webhookKey, id, onClose, onRedelivered }: Props) {
  useStyles(css);
  const { http, notifications } = useShell();
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [details] = useState(
    () =>
      new Fetched<WebhookDeliveryDetails | undefined>(undefined, (signal) =>
        fetchDelivery(http, webhookKey, id, signal),
      ),
  );
  useEffect(() => () => details.dispose(), [details]);
  const again = async () => {
    setBusy(true);
    try {
      await redeliver(http, webhookKey, id);
      notifications.success(text(deliveryTexts.redelivered));
      onRedelivered();
    } catch (cause) {
      setBusy(false);
      notifications.error(
        text(deliveryTexts.notRedelivered, { cause: cause instanceof Error ? cause.message : String(cause) }),
      );
    }
  };
  return (
    <Dialog title={text(deliveryTexts.delivery)} onCancel={onClose}>
      <div className="admin-webhook__delivery">
        <FetchedView fetched={details} failure={text(deliveryTexts.notLoaded)}>
          {(delivery) => delivery && <Details delivery={delivery} />}
        </FetchedView>
        <div className="admin-webhook__buttons">
          <Button
            kind="main"
            label={text(deliveryTexts.redeliver)}
            busy={busy}
            onClick={() => void again()}
          />
          <Button label={text(deliveryTexts.close)} onClick={onClose} />
        </div>
      </div>
    </Dialog>
  );
}

function Details({ delivery }: { delivery: WebhookDeliveryDetails }) {
  const text = useText();
  const { request, response, duration } = delivery;
  return (
    <>
      <Facts
        facts={[
          [text(deliveryTexts.event), `${delivery.domain}.${delivery.event_type}`],
          [text(deliveryTexts.state), text(deliveryTexts[delivery.state])],
          [text(deliveryTexts.created), <When key="created" date={delivery.created} />],
          [text(deliveryTexts.attempts), String(delivery.attempts)],
          [text(deliveryTexts.status), delivery.status],
          [text(deliveryTexts.duration), duration !== undefined && text(deliveryTexts.ms, { duration })],
          [text(deliveryTexts.error), delivery.error],
          [text(deliveryTexts.eventId), delivery.event_id],
          [text(deliveryTexts.redeliveryOf), delivery.redelivery_of],
        ]}
      />
      {request && (
        <CodeBlock
          label={text(deliveryTexts.request)}
          tabs={[
            { key: 'body', label: text(deliveryTexts.body), code: request.body },
            {
              key: 'headers',
              label: text(deliveryTexts.headers),
              code: [
                `${request.method} ${request.url}`,
                ...request.headers.map(({ name, value }) => `${name}: ${value}`),
              ].join('\n'),
            },
          ]}
        />
      )}
      {response !== undefined && response !== '' && (
        <CodeBlock
          label={text(deliveryTexts.response)}
          tabs={[{ key: 'response', label: text(deliveryTexts.response), code: response }]}
        />
      )}
    </>
  );
}
