import type { Application } from '@lading/contract/rest';
import { buttonClass, ShortName, useFormats, useShell, useText } from '@lading/ui';
import { ListPage, type RowKind, useList, WholeList } from '@lading/ui/list';
import type { Column } from '@lading/ui/table';
import { useCallback, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { APPLICATIONS, INTEGRATIONS } from '../paths.ts';
import { removalColumn } from '../removalColumn.tsx';
import { deleteApplication, fetchApplications } from './applicationsApi.ts';
import { messages } from './messages.ts';

const KIND: RowKind<Application> = {
  sorts: {
    name: ({ name }) => name,
    callback: ({ callback_url }) => callback_url,
    users: ({ users }) => users,
  },
  texts: ({ name, description, callback_url }) => [name, description, callback_url],
};

/** Lists the applications that can ask users for access. */
export function ApplicationListPage() {
  const { http, modals, notifications } = useShell();
  const text = useText();
  const list = useList(
    'applications',
    (calls) => new WholeList((signal) => fetchApplications(calls, signal), KIND),
  );
  const remove = useCallback(
    async ({ id, name, users }: Application) => {
      const question = `${text(messages.removeText, { name })} ${text(messages.removeUsers, { count: users })}`;
      const title = text(messages.removeTitle, { name });
      const verb = text(messages.remove);
      if (!(await modals.confirm({ title, text: question, verb, danger: true }))) return;
      try {
        await deleteApplication(http, id);
        notifications.success(text(messages.deleted, { name }));
        list.reload();
      } catch (error) {
        const cause = error instanceof Error ? error.message : String(error);
        notifications.error(text(messages.removeFailed, { name, cause }));
      }
    },
    [http, list, modals, notifications, text],
  );
  return (
    <ListPage
      id="applications"
      list={list}
      heading={text(messages.title)}
      about={text(messages.about)}
      actions={
        <Link className={buttonClass('plain')} to={INTEGRATIONS}>
          {text(messages.git)}
        </Link>
      }
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      columns={useColumns(remove)}
      create={{ label: text(messages.create), to: `${APPLICATIONS}/new` }}
      empty={{ icon: 'plug', what: text(messages.none), more: text(messages.noneMore) }}
    />
  );
}

function useColumns(onRemove: (row: Application) => Promise<void>): readonly Column<Application>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<Application>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 220,
        sortable: true,
        phone: 'first',
        cell: ({ name }) => <ShortName text={name} />,
      },
      {
        key: 'type',
        title: text(messages.type),
        width: 220,
        shrinks: 140,
        cell: ({ type }) => text(messages[type]),
      },
      {
        key: 'callback',
        title: text(messages.callback),
        width: 'grow',
        least: 160,
        sortable: true,
        phone: 'second',
        cell: ({ callback_url }) => <ShortName text={callback_url} />,
      },
      {
        key: 'clientId',
        title: text(messages.clientId),
        width: 220,
        yields: true,
        cell: ({ client_id }) => <code>{client_id}</code>,
      },
      {
        key: 'users',
        title: text(messages.users),
        width: 90,
        align: 'end',
        sortable: true,
        phone: 'second-end',
        cell: ({ users }) => formats.count(users),
      },
      removalColumn({
        label: text(messages.remove),
        nameOf: ({ name }) => text(messages.removeNamed, { name }),
        width: 110,
        onRemove,
      }),
    ],
    [text, formats, onRemove],
  );
}
