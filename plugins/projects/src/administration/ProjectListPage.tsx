import type { Project } from '@lading/contract/rest';
import { useFormats, useText } from '@lading/ui';
import { ListPage, nameColumn, PagedList, textRoom, useList } from '@lading/ui/list';
import { type Column, useNarrow } from '@lading/ui/table';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { messages } from './messages.ts';
import { PROJECTS, projectMembersPath, projectPath } from './paths.ts';
import { fetchProjectPage } from './projectsApi.ts';

const SORTS = ['name', 'key', 'quota'];

/** Lists all projects, for administrators of the platform. */
export function ProjectListPage() {
  const text = useText();
  const list = useList('projects', (http) => new PagedList(fetchProjectPage(http), { sorts: SORTS }));
  return (
    <ListPage
      id="projects"
      heading={text(messages.title)}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      columns={useColumns()}
      twoLines
      list={list}
      create={{ label: text(messages.create), to: `${PROJECTS}/new` }}
      empty={{ icon: 'folder', what: text(messages.none), more: text(messages.noneMore) }}
    />
  );
}

function useColumns(): readonly Column<Project>[] {
  const text = useText();
  const formats = useFormats();
  const narrow = useNarrow();
  return useMemo<Column<Project>[]>(
    () => [
      nameColumn<Project>({
        key: 'name',
        title: text(messages.name),
        nameOf: ({ display_name }) => display_name,
        addressOf: ({ project_key }) => projectPath(project_key),
        moreOf: ({ description }) => description,
        narrow,
      }),
      {
        key: 'key',
        title: text(messages.key),
        width: 160,
        shrinks: 110,
        sortable: true,
        phone: 'second',
        cell: ({ project_key }) => project_key,
      },
      {
        key: 'description',
        title: text(messages.description),
        width: 'grow',
        least: 120,
        room: ({ description }) => textRoom(description),
        yields: true,
        cell: ({ description }) => description,
      },
      {
        key: 'quota',
        title: text(messages.quota),
        width: 140,
        shrinks: 120,
        align: 'end',
        sortable: true,
        phone: 'second-end',
        cell: ({ storage_quota_bytes: quota }) => (quota < 0 ? text(messages.noLimit) : formats.size(quota)),
      },
      {
        key: 'members',
        title: text(messages.members),
        width: 120,
        link: true,
        phone: 'first-end',
        cell: ({ project_key, display_name }) => (
          <Link
            to={projectMembersPath(project_key)}
            aria-label={text(messages.membersOf, { name: display_name })}
          >
            {text(messages.members)}
          </Link>
        ),
      },
    ],
    [text, formats, narrow],
  );
}
