import type { AccessRequest } from '@lading/contract/rest';
import { ShortName, useText, When } from '@lading/ui';
import { ListPage, PagedList, textRoom, useList } from '@lading/ui/list';
import { CellButton, type Column } from '@lading/ui/table';
import { useMemo, useState } from 'react';
import { title } from './contributions.ts';
import { DecisionDialog } from './DecisionDialog.tsx';
import { messages } from './messages.ts';
import { fetchRequests } from './requestsApi.ts';
import { placeOf } from './ways.ts';

/** Requests for access, for administrators and project administrators. */
export function RequestsPage() {
  const text = useText();
  const list = useList('requests', (http) => new PagedList<AccessRequest>(fetchRequests(http)));
  const [deciding, setDeciding] = useState<AccessRequest>();
  const close = () => setDeciding(undefined);
  return (
    <ListPage
      id="requests"
      heading={text(title)}
      about={text(messages.about)}
      what={text(messages.what)}
      counted={messages.counted}
      filters={[
        {
          key: 'state',
          label: text(messages.show),
          options: [
            { key: '', label: text(messages.open) },
            { key: 'decided', label: text(messages.decided) },
          ],
        },
      ]}
      columns={useColumns(setDeciding)}
      list={list}
      empty={{ icon: 'lock', what: text(messages.none), more: text(messages.noneMore) }}
      noMatch={text(messages.none)}
    >
      {deciding && (
        <DecisionDialog
          request={deciding}
          onClose={close}
          onDecided={() => {
            close();
            list.reload();
          }}
        />
      )}
    </ListPage>
  );
}

function useColumns(onDecide: (request: AccessRequest) => void): readonly Column<AccessRequest>[] {
  const text = useText();
  return useMemo<Column<AccessRequest>[]>(() => {
    const stateOf = ({ state, decidedBy }: AccessRequest) =>
      state === 'open' || state === 'withdrawn'
        ? text(messages[state])
        : text(messages[state], { user: decidedBy ?? '' });
    return [
      {
        ...{ key: 'user', title: text(messages.user), width: 160, shrinks: 100, phone: 'first' },
        cell: ({ user }) => <ShortName text={user} />,
      },
      {
        ...{ key: 'place', title: text(messages.place), width: 'grow', least: 160, phone: 'second' },
        room: (request) => textRoom(placeOf(request)),
        cell: (request) => <ShortName text={placeOf(request)} />,
      },
      {
        ...{ key: 'permission', title: text(messages.permission), width: 120, shrinks: 100 },
        cell: ({ action }) => text(messages[action]),
      },
      {
        ...{ key: 'reason', title: text(messages.reason), width: 240, shrinks: 120, yields: true },
        cell: ({ reason }) => reason,
      },
      {
        ...{ key: 'date', title: text(messages.date), width: 140, shrinks: 110, phone: 'second-end' },
        cell: ({ created, decided }) => <When date={decided ?? created} />,
      },
      {
        ...{ key: 'decide', title: text(messages.state), width: 180, link: true, phone: 'first-end' },
        cell: (request) =>
          request.state === 'open' ? (
            <CellButton
              label={text(messages.decide)}
              aria-label={text(messages.decideNamed, { user: request.user, place: placeOf(request) })}
              onClick={() => onDecide(request)}
            />
          ) : (
            stateOf(request)
          ),
      },
    ];
  }, [text, onDecide]);
}
