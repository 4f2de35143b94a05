import type { GroupSummary } from '@lading/contract/rest';
import { useFormats, useText } from '@lading/ui';
import { ListPage, nameColumn, type RowKind, textRoom, useList, WholeList } from '@lading/ui/list';
import { type Column, useNarrow } from '@lading/ui/table';
import { useMemo } from 'react';
import { messages as listMessages } from '../list/messages.ts';
import { editPath, GROUPS } from '../paths.ts';
import { fetchGroups } from './groupsApi.ts';
import { messages } from './messages.ts';

const KIND: RowKind<GroupSummary> = {
  sorts: {
    name: ({ group_name }) => group_name,
    description: ({ description }) => description,
    members: ({ members_count }) => members_count,
    admins: ({ admin_privileges }) => (admin_privileges ? 0 : 1),
  },
  texts: ({ group_name, description }) => [group_name, description],
};

export function GroupListPage() {
  const text = useText();
  const list = useList('groups', (http) => new WholeList((signal) => fetchGroups(http, signal), KIND));
  return (
    <ListPage
      id="groups"
      heading={text(messages.groups)}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      columns={useColumns()}
      twoLines
      list={list}
      create={{ label: text(messages.create), to: `${GROUPS}/new` }}
      empty={{ icon: 'people', what: text(messages.none), more: text(messages.noneMore) }}
    />
  );
}

function useColumns(): readonly Column<GroupSummary>[] {
  const text = useText();
  const formats = useFormats();
  const narrow = useNarrow();
  return useMemo<Column<GroupSummary>[]>(() => {
    const yes = (holds: boolean) => (holds ? text(listMessages.yes) : '');
    return [
      nameColumn<GroupSummary>({
        key: 'name',
        title: text(messages.name),
        nameOf: ({ group_name }) => group_name,
        addressOf: ({ group_name }) => editPath(GROUPS, group_name),
        moreOf: ({ description }) => description,
        narrow,
      }),
      {
        key: 'description',
        title: text(messages.description),
        width: 'grow',
        least: 120,
        room: ({ description }) => textRoom(description),
        yields: true,
        sortable: true,
        phone: 'second',
        cell: ({ description }) => description,
      },
      {
        key: 'members',
        title: text(messages.members),
        width: 110,
        shrinks: 96,
        align: 'end',
        sortable: true,
        phone: 'second-end',
        cell: ({ members_count }) => formats.count(members_count),
      },
      {
        key: 'admins',
        title: text(messages.admins),
        width: 148,
        sortable: true,
        cell: ({ admin_privileges }) => yes(admin_privileges),
      },
      {
        key: 'autoJoin',
        title: text(messages.autoJoin),
        width: 140,
        shrinks: 130,
        yields: true,
        cell: ({ auto_join }) => yes(auto_join),
      },
    ];
  }, [text, formats, narrow]);
}
