import type { GroupSummary } from '@lading/contract/rest';
import { useFormats, useText } from '@lading/ui';
import { ListPage, nameColumn, PagedList, textRoom, useList } from '@lading/ui/list';
import { type Column, useNarrow } from '@lading/ui/table';
import { useMemo } from 'react';
import { messages as listMessages } from '../list/messages.ts';
import { editPath, GROUPS } from '../paths.ts';
import { fetchGroupPage } from './groupsApi.ts';
import { messages } from './messages.ts';

export function GroupListPage() {
  const text = useText();
  const list = useList('groups', (http) => new PagedList(fetchGroupPage(http), { sorts: ['name'] }));
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
        phone: 'second',
        cell: ({ description }) => description,
      },
      {
        key: 'members',
        title: text(messages.members),
        width: 110,
        shrinks: 96,
        align: 'end',
        phone: 'second-end',
        cell: ({ members_count }) => formats.count(members_count),
      },
      {
        key: 'admins',
        title: text(messages.admins),
        width: 148,
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
