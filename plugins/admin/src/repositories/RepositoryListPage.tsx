import type { RepositorySummary } from '@lading/contract/rest';
import { ShortName, useText } from '@lading/ui';
import { CellLink, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { ListPage } from '../list/ListPage.tsx';
import type { RowKind } from '../list/ListRows.ts';
import { editPath, type RepositoryClass, repositoriesPath } from '../paths.ts';
import { useRepositoryClass } from './classes.ts';
import { classMessages } from './classMessages.ts';
import { messages } from './messages.ts';
import { fetchRepositories } from './repositoriesApi.ts';

const KIND: RowKind<RepositorySummary> = {
  sorts: {
    key: ({ key }) => key,
    packageType: ({ packageType }) => packageType,
    description: ({ description }) => description,
    project: ({ projectKey }) => projectKey ?? '',
  },
  texts: ({ key, packageType, description, url, projectKey }) => [
    key,
    packageType,
    description,
    url,
    projectKey ?? '',
  ],
};

/** The repositories of the class that the address names. */
export function RepositoryListPage() {
  const type = useRepositoryClass();
  return <RepositoriesOf key={type} type={type} />;
}

function RepositoriesOf({ type }: { type: RepositoryClass }) {
  const text = useText();
  const { heading, create, none, about } = classMessages[type];
  return (
    <ListPage
      id={`repositories.${type}`}
      heading={text(heading)}
      what={text(messages.what)}
      counted={messages.counted}
      filterLabel={text(messages.filter)}
      columns={useColumns(type)}
      kind={KIND}
      fetchAll={(http, signal) => fetchRepositories(http, type, signal)}
      create={{ label: text(create), to: `${repositoriesPath(type)}/new` }}
      empty={{ icon: 'database', what: text(none), more: text(about) }}
    />
  );
}

function useColumns(type: RepositoryClass): readonly Column<RepositorySummary>[] {
  const text = useText();
  return useMemo<Column<RepositorySummary>[]>(
    () => [
      {
        key: 'key',
        title: text(messages.key),
        width: 'grow',
        sortable: true,
        link: true,
        phone: 'first',
        cell: ({ key }) => (
          <CellLink to={editPath(repositoriesPath(type), key)}>
            <ShortName text={key} />
          </CellLink>
        ),
      },
      {
        key: 'packageType',
        title: text(messages.packageType),
        width: 120,
        sortable: true,
        phone: 'first-end',
        cell: ({ packageType }) => packageType,
      },
      {
        key: 'url',
        title: text(type === 'remote' ? messages.upstream : messages.address),
        width: 340,
        phone: 'second',
        cell: ({ url }) => <span className="ld-mono">{url}</span>,
      },
      {
        key: 'description',
        title: text(messages.description),
        width: 260,
        sortable: true,
        cell: ({ description }) => description,
      },
      {
        key: 'project',
        title: text(messages.project),
        width: 120,
        sortable: true,
        cell: ({ projectKey }) => projectKey,
      },
    ],
    [type, text],
  );
}
