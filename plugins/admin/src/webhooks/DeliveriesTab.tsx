import type { WebhookDelivery } from '@lading/contract/rest';
import { useFormats, useText, When } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { ListView, PagedList, useList } from '@lading/ui/list';
import { CellButton, type Column } from '@lading/ui/table';
import { useMemo, useState } from 'react';
import { DeliveryDialog } from './DeliveryDialog.tsx';
import { BADGES, deliveryTexts } from './deliveryTexts.ts';
import { fetchDeliveries } from './webhooksApi.ts';

const STATES = ['waiting', 'delivered', 'failed'] as const;

/** The delivery history of a webhook. */
export function DeliveriesTab({ webhookKey }: { webhookKey: string }) {
  const text = useText();
  const [shown, show] = useState<string>();
  const list = useList(
    `deliveries of ${webhookKey}`,
    (http) =>
      new PagedList<WebhookDelivery>(({ filters }, cursor, signal) =>
        fetchDeliveries(http, webhookKey, { state: filters.state, cursor }, signal),
      ),
  );
  return (
    <>
      <ListView
        id="webhook-deliveries"
        what={text(deliveryTexts.what)}
        counted={deliveryTexts.counted}
        columns={useColumns(show)}
        list={list}
        filters={[
          {
            key: 'state',
            label: text(deliveryTexts.state),
            options: [
              { key: '', label: text(deliveryTexts.all) },
              ...STATES.map((key) => ({ key, label: text(deliveryTexts[key]) })),
            ],
          },
        ]}
        empty={{ icon: 'link', what: text(deliveryTexts.none), more: text(deliveryTexts.noneMore) }}
      />
      {shown !== undefined && (
        <DeliveryDialog
          webhookKey={webhookKey}
          id={shown}
          onClose={() => show(undefined)}
          onRedelivered={() => {
            show(undefined);
            list.reload();
          }}
        />
      )}
    </>
  );
}

function useColumns(show: (id: string) => void): readonly Column<WebhookDelivery>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<WebhookDelivery>[]>(
    () => [
      {
        key: 'event',
        title: text(deliveryTexts.event),
        width: 'grow',
        link: true,
        phone: 'first',
        cell: ({ id, domain, event_type: type }) => (
          <CellButton label={`${domain}.${type}`} onClick={() => show(id)} />
        ),
      },
      {
        key: 'state',
        title: text(deliveryTexts.state),
        width: 130,
        phone: 'first-end',
        cell: ({ state, error }) => (
          <Badge state={BADGES[state]} title={error}>
            {text(deliveryTexts[state])}
          </Badge>
        ),
      },
      {
        key: 'created',
        title: text(deliveryTexts.created),
        width: 150,
        phone: 'second',
        cell: ({ created }) => <When date={created} />,
      },
      {
        key: 'status',
        title: text(deliveryTexts.status),
        width: 90,
        align: 'end',
        cell: ({ status }) => status ?? '',
      },
      {
        key: 'attempts',
        title: text(deliveryTexts.attempts),
        width: 100,
        yields: true,
        align: 'end',
        cell: ({ attempts }) => formats.count(attempts),
      },
      {
        key: 'duration',
        title: text(deliveryTexts.duration),
        width: 110,
        yields: true,
        align: 'end',
        phone: 'second-end',
        cell: ({ duration }) => (duration === undefined ? '' : text(deliveryTexts.ms, { duration })),
      },
    ],
    [text, formats, show],
  );
}
