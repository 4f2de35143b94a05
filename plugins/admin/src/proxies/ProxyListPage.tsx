import type { ProxyDetails } from '@lading/contract/rest';
import { Button, ShortName, useShell, useText } from '@lading/ui';
import { ListPage, type RowKind, textRoom, useList, WholeList } from '@lading/ui/list';
import { CellLink, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { editPath, PROXIES } from '../paths.ts';
import { messages } from './messages.ts';
import { deleteProxies, fetchProxies } from './proxiesApi.ts';

const KIND: RowKind<ProxyDetails> = {
  sorts: {
    key: ({ key }) => key,
    host: ({ host }) => host,
    usedBy: ({ usedBy }) => usedBy.length,
  },
  texts: ({ key, host }) => [key, host],
};

/** The outgoing proxies. */
export function ProxyListPage() {
  const { http, modals, notifications } = useShell();
  const text = useText();
  const list = useList('proxies', (shell) => new WholeList((signal) => fetchProxies(shell, signal), KIND));
  const remove = async (selected: readonly ProxyDetails[], clear: () => void) => {
    const count = selected.length;
    try {
      const agreed = await modals.confirm({
        title: text(messages.deleteManyTitle, { count }),
        text: `${selected.map(({ key }) => key).join(', ')}. ${text(messages.deleteText)}`,
        verb: text(messages.deleteMany),
        danger: true,
      });
      if (!agreed) return;
      await deleteProxies(
        http,
        selected.map(({ key }) => key),
      );
      notifications.success(text(messages.deletedMany, { count }));
      clear();
      list.reload();
    } catch (cause) {
      notifications.error(
        text(messages.notDeleted, { cause: cause instanceof Error ? cause.message : String(cause) }),
      );
    }
  };
  return (
    <ListPage
      id="proxies"
      heading={text(messages.title)}
      about={text(messages.about)}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      columns={useColumns()}
      list={list}
      create={{ label: text(messages.create), to: `${PROXIES}/new` }}
      selection={{
        keyOf: ({ key }) => key,
        nameOf: ({ key }) => key,
        actions: (selected, clear) => (
          <Button
            kind="danger"
            label={text(messages.deleteMany)}
            onClick={() => void remove(selected, clear)}
          />
        ),
      }}
      empty={{ icon: 'open', what: text(messages.none), more: text(messages.noneMore) }}
    />
  );
}

function useColumns(): readonly Column<ProxyDetails>[] {
  const text = useText();
  return useMemo<Column<ProxyDetails>[]>(
    () => [
      {
        key: 'key',
        title: text(messages.key),
        width: 'grow',
        sortable: true,
        link: true,
        phone: 'first',
        cell: ({ key }) => (
          <CellLink to={editPath(PROXIES, key)}>
            <ShortName text={key} />
          </CellLink>
        ),
      },
      {
        key: 'host',
        title: text(messages.host),
        width: 'grow',
        least: 180,
        room: ({ host, port }) => textRoom(`${host}:${port}`),
        sortable: true,
        phone: 'second',
        cell: ({ host, port }) => `${host}:${port}`,
      },
      {
        key: 'defaultFor',
        title: text(messages.defaultFor),
        width: 300,
        shrinks: 120,
        cell: ({ platformDefault, services }) =>
          [platformDefault && messages.allServices, ...services.map((service) => messages[service])]
            .filter((each) => each !== false)
            .map((each) => text(each))
            .join(', '),
      },
      {
        key: 'usedBy',
        title: text(messages.usedBy),
        width: 130,
        align: 'end',
        sortable: true,
        phone: 'first-end',
        cell: ({ usedBy }) => text(messages.uses, { count: usedBy.length }),
      },
    ],
    [text],
  );
}
