import type { Http } from '@lading/contract';
import type { RepositorySummary } from '@lading/contract/rest';
import { ShortName, useText } from '@lading/ui';
import { ListPage, nameColumn, type RowKind, textRoom, useList, WholeList } from '@lading/ui/list';
import { type Column, type TableExtension, useNarrow } from '@lading/ui/table';
import { useMemo } from 'react';
import { editPath, type RepositoryClass, repositoriesPath } from '../paths.ts';
import { useRepositoryClass } from './classes.ts';
import { classMessages } from './classMessages.ts';
import { messages } from './messages.ts';
import { fetchPackageTypes, fetchRepositories } from './repositoriesApi.ts';
import { repositoryAddress } from './repositoryAddress.ts';
import { nameOfType } from './typeNames.ts';

/** A repository with the name of its type, and its URL for clients. */
interface Row extends RepositorySummary {
  readonly typeName: string;
  /** Whether `url` describes the upstream of a remote repository without a URL. */
  readonly fromHost: boolean;
  /** As the server listed it. */
  readonly listed: RepositorySummary;
}

const KIND: RowKind<Row> = {
  sorts: {
    key: ({ key }) => key,
    packageType: ({ typeName }) => typeName,
    description: ({ description }) => description,
    project: ({ projectKey }) => projectKey ?? '',
  },
  texts: ({ key, packageType, typeName, description, url, projectKey }) => [
    key,
    packageType,
    typeName,
    description,
    url,
    projectKey ?? '',
  ],
};

const EXTENSION: TableExtension<Row> = {
  table: 'repositories',
  rowOf: ({ key, type, packageType, projectKey }) => ({
    ...{ key, type, packageType },
    ...(projectKey ? { project: projectKey } : {}),
  }),
  // As in the files of the server.
  fieldsOf: ({ listed }, format) => {
    if (format === 'json') return listed;
    const { key, type, packageType, description, projectKey: project = '', url } = listed;
    return { key, type, packageType, description, project, url };
  },
};

/** Lists the repositories of the class in the URL. */
export function RepositoryListPage() {
  const type = useRepositoryClass();
  return <RepositoriesOf key={type} type={type} />;
}

function RepositoriesOf({ type }: { type: RepositoryClass }) {
  const text = useText();
  const { heading, create, none, about } = classMessages[type];
  const list = useList(
    `repositories.${type}`,
    (http) => new WholeList((signal) => fetchRows(http, type, text(messages.fromHost), signal), KIND),
  );
  return (
    <ListPage
      id={`repositories.${type}`}
      heading={text(heading)}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      columns={useColumns(type)}
      extend={EXTENSION}
      twoLines
      list={list}
      exportUrl={(format, { search }) =>
        `/artifactory/api/repositories?${new URLSearchParams({ type, format, search })}`
      }
      create={{ label: text(create), to: `${repositoriesPath(type)}/new` }}
      empty={{ icon: 'database', what: text(none), more: text(about) }}
    />
  );
}

/** The server lists a remote repository that has no URL with the repository's own address. */
function hasOwnAddress(repository: RepositorySummary): boolean {
  const withoutScheme = (url: string) => url.replace(/^https?:/, '');
  return withoutScheme(repository.url) === withoutScheme(repositoryAddress(repository));
}

async function fetchRows(
  http: Http,
  type: RepositoryClass,
  fromHost: string,
  signal: AbortSignal,
): Promise<Row[]> {
  const [repositories, types] = await Promise.all([
    fetchRepositories(http, type, signal),
    fetchPackageTypes(http, undefined, signal),
  ]);
  return repositories.map((repository) => {
    const isFromHost = type === 'remote' && hasOwnAddress(repository);
    const upstream = isFromHost ? fromHost : repository.url;
    return {
      ...repository,
      listed: repository,
      typeName: nameOfType(types, repository.packageType),
      fromHost: isFromHost,
      url: type === 'remote' ? upstream : repositoryAddress(repository),
    };
  });
}

function useColumns(type: RepositoryClass): readonly Column<Row>[] {
  const text = useText();
  const narrow = useNarrow();
  return useMemo<Column<Row>[]>(
    () => [
      nameColumn<Row>({
        key: 'key',
        title: text(messages.key),
        nameOf: ({ key }) => key,
        addressOf: ({ key }) => editPath(repositoriesPath(type), key),
        moreOf: ({ url }) => url,
        narrow,
      }),
      {
        key: 'packageType',
        title: text(messages.packageType),
        width: 132,
        shrinks: 124,
        sortable: true,
        phone: 'second-end',
        cell: ({ typeName }) => typeName,
      },
      {
        key: 'url',
        title: text(type === 'remote' ? messages.upstream : messages.address),
        width: 'grow',
        least: 160,
        room: ({ url }) => textRoom(url),
        yields: true,
        phone: 'second',
        // The end of a URL distinguishes it from others.
        cell: ({ url, fromHost }) =>
          fromHost ? (
            url
          ) : (
            <div className="ld-mono">
              <ShortName text={url} />
            </div>
          ),
      },
      {
        key: 'description',
        title: text(messages.description),
        width: 260,
        shrinks: 112,
        yields: true,
        sortable: true,
        cell: ({ description }) => description,
      },
      {
        key: 'project',
        title: text(messages.project),
        width: 120,
        shrinks: 84,
        yields: true,
        sortable: true,
        cell: ({ projectKey }) => projectKey,
      },
    ],
    [type, narrow, text],
  );
}
