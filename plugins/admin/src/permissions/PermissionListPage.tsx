import type { PermissionSummary } from '@lading/contract/rest';
import { useText } from '@lading/ui';
import { ListPage, nameColumn, PagedList, textRoom, useList } from '@lading/ui/list';
import { type Column, useNarrow } from '@lading/ui/table';
import { useMemo } from 'react';
import { editPath, PERMISSIONS } from '../paths.ts';
import { messages } from './messages.ts';
import { fetchPermissionPage } from './permissionsApi.ts';
import { targetName } from './permissionValues.ts';

export function PermissionListPage() {
  const text = useText();
  const list = useList(
    'permissions',
    (http) => new PagedList(fetchPermissionPage(http), { sorts: ['name'] }),
  );
  return (
    <ListPage
      id="permissions"
      heading={text(messages.permissions)}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      columns={useColumns()}
      twoLines
      list={list}
      create={{ label: text(messages.create), to: `${PERMISSIONS}/create` }}
      empty={{ icon: 'key', what: text(messages.none), more: text(messages.noneMore) }}
    />
  );
}

function useColumns(): readonly Column<PermissionSummary>[] {
  const text = useText();
  const narrow = useNarrow();
  return useMemo<Column<PermissionSummary>[]>(() => {
    const covered = ({ repositories, builds }: PermissionSummary) =>
      [...repositories.map((key) => targetName(text, key)), ...(builds ? [text(messages.builds)] : [])].join(
        ', ',
      );
    return [
      nameColumn<PermissionSummary>({
        key: 'name',
        title: text(messages.name),
        nameOf: ({ name }) => name,
        addressOf: ({ name }) => editPath(PERMISSIONS, name),
        moreOf: covered,
        narrow,
      }),
      {
        key: 'repositories',
        title: text(messages.repositories),
        width: 'grow',
        least: 140,
        room: (permission) => textRoom(covered(permission)),
        yields: true,
        phone: 'second',
        cell: covered,
      },
      {
        key: 'users',
        title: text(messages.users),
        width: 220,
        shrinks: 120,
        cell: ({ users }) => users.join(', '),
      },
      {
        key: 'groups',
        title: text(messages.groups),
        width: 220,
        shrinks: 120,
        cell: ({ groups }) => groups.join(', '),
      },
    ];
  }, [narrow, text]);
}
