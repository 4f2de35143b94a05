import type { Webhook } from '@lading/contract/rest';
import { ShortName, useText } from '@lading/ui';
import { Badge } from '@lading/ui/display';
import { ListPage, nameColumn, PagedList, textRoom, useList } from '@lading/ui/list';
import { type Column, useNarrow } from '@lading/ui/table';
import { useMemo } from 'react';
import { messages as listMessages } from '../list/messages.ts';
import { editPath, WEBHOOKS } from '../paths.ts';
import { domainMessages } from './domainMessages.ts';
import { formTexts, messages } from './messages.ts';
import { fetchWebhookPage } from './webhooksApi.ts';

const urlOf = ({ handlers }: Webhook) => handlers[0]?.url ?? '';
const BADGES = { unused: 'unknown', healthy: 'good', failing: 'warning', paused: 'off' } as const;
const SORTS = ['name', 'description', 'event', 'url', 'enabled', 'health'];

export function WebhookListPage() {
  const text = useText();
  const list = useList('webhooks', (http) => new PagedList(fetchWebhookPage(http), { sorts: SORTS }));
  return (
    <ListPage
      id="webhooks"
      heading={text(messages.title)}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      columns={useColumns()}
      twoLines
      list={list}
      create={{ label: text(messages.create), to: `${WEBHOOKS}/new` }}
      empty={{ icon: 'link', what: text(messages.none), more: text(messages.noneMore) }}
    />
  );
}

function useColumns(): readonly Column<Webhook>[] {
  const text = useText();
  const narrow = useNarrow();
  return useMemo<Column<Webhook>[]>(() => {
    const event = ({ event_filter: { domain, event_types: types } }: Webhook) => {
      const known = domainMessages[domain];
      return `${known ? text(known) : domain}: ${types.join(', ')}`;
    };
    const health = ({ enabled, health: { state, last_error: error } }: Webhook) => (
      <Badge state={enabled ? BADGES[state] : 'off'} title={error}>
        {text(enabled ? messages[state] : messages.disabled)}
      </Badge>
    );
    return [
      nameColumn<Webhook>({
        key: 'name',
        title: text(formTexts.name),
        nameOf: ({ key }) => key,
        addressOf: ({ key }) => editPath(WEBHOOKS, key),
        moreOf: urlOf,
        narrow,
      }),
      {
        key: 'description',
        title: text(formTexts.description),
        width: 180,
        shrinks: 112,
        yields: true,
        sortable: true,
        cell: ({ description }) => description,
      },
      {
        key: 'event',
        title: text(formTexts.event),
        width: 200,
        shrinks: 120,
        sortable: true,
        phone: 'second',
        cell: event,
      },
      {
        key: 'url',
        title: text(formTexts.url),
        width: 'grow',
        least: 140,
        room: (webhook) => textRoom(urlOf(webhook)),
        yields: true,
        sortable: true,
        cell: (webhook) => <ShortName text={urlOf(webhook)} />,
      },
      {
        key: 'enabled',
        title: text(messages.enabledShort),
        width: 100,
        shrinks: 96,
        yields: true,
        sortable: true,
        cell: ({ enabled }) => (enabled ? text(listMessages.yes) : ''),
      },
      {
        key: 'health',
        title: text(messages.health),
        width: 170,
        shrinks: 120,
        sortable: true,
        phone: 'second-end',
        cell: health,
      },
    ];
  }, [narrow, text]);
}
