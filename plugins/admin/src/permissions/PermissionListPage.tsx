import type { PermissionSummary } from '@lading/contract/rest';
import { ShortName, useText } from '@lading/ui';
import { ListPage, type RowKind, useList, WholeList } from '@lading/ui/list';
import { CellLink, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { editPath, PERMISSIONS } from '../paths.ts';
import { messages } from './messages.ts';
import { fetchPermissions } from './permissionsApi.ts';

const KIND: RowKind<PermissionSummary> = {
  sorts: {
    name: ({ name }) => name,
    repositories: ({ repositories }) => repositories.length,
    users: ({ users }) => users.length,
    groups: ({ groups }) => groups.length,
  },
  texts: ({ name, repositories, users, groups }) => [name, ...repositories, ...users, ...groups],
};

export function PermissionListPage() {
  const text = useText();
  const list = useList(
    'permissions',
    (http) => new WholeList((signal) => fetchPermissions(http, signal), KIND),
  );
  return (
    <ListPage
      id="permissions"
      heading={text(messages.permissions)}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      columns={useColumns()}
      list={list}
      create={{ label: text(messages.create), to: `${PERMISSIONS}/create` }}
      empty={{ icon: 'key', what: text(messages.none), more: text(messages.noneMore) }}
    />
  );
}

function useColumns(): readonly Column<PermissionSummary>[] {
  const text = useText();
  return useMemo<Column<PermissionSummary>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 'grow',
        sortable: true,
        link: true,
        phone: 'first',
        cell: ({ name }) => (
          <CellLink to={editPath(PERMISSIONS, name)}>
            <ShortName text={name} />
          </CellLink>
        ),
      },
      {
        key: 'repositories',
        title: text(messages.repositories),
        width: 280,
        sortable: true,
        phone: 'second',
        cell: ({ repositories, builds }) =>
          [
            ...repositories.map((key) => (key === 'ANY' ? text(messages.any) : key)),
            ...(builds ? [text(messages.builds)] : []),
          ].join(', '),
      },
      {
        key: 'users',
        title: text(messages.users),
        width: 220,
        sortable: true,
        cell: ({ users }) => users.join(', '),
      },
      {
        key: 'groups',
        title: text(messages.groups),
        width: 220,
        sortable: true,
        cell: ({ groups }) => groups.join(', '),
      },
    ],
    [text],
  );
}
