import type { OidcProviderDetails } from '@lading/contract/rest';
import { ShortName, useFormats, useText } from '@lading/ui';
import { ListPage, type RowKind, useList, WholeList } from '@lading/ui/list';
import { CellLink, type Column } from '@lading/ui/table';
import { useMemo } from 'react';
import { messages as applications } from '../applications/messages.ts';
import { APPLICATIONS, CI, providerPath } from '../paths.ts';
import { fetchProviders } from './ciApi.ts';
import { messages } from './messages.ts';

const KIND: RowKind<OidcProviderDetails> = {
  sorts: { name: ({ name }) => name, issuer: ({ issuer_url }) => issuer_url },
  texts: ({ name, issuer_url, description }) => [name, issuer_url, description],
};

/** The issuers whose CI jobs can get tokens. */
export function ProviderListPage() {
  const text = useText();
  const list = useList('oidc', (http) => new WholeList((signal) => fetchProviders(http, signal), KIND));
  return (
    <ListPage
      id="oidc"
      list={list}
      above={[{ label: text(applications.title), to: APPLICATIONS }]}
      heading={text(messages.title)}
      about={text(messages.about)}
      what={text(messages.what)}
      counted={messages.counted}
      search={{ label: text(messages.filter) }}
      columns={useColumns()}
      create={{ label: text(messages.create), to: `${CI}/new` }}
      empty={{ icon: 'history', what: text(messages.none), more: text(messages.noneMore) }}
    />
  );
}

function useColumns(): readonly Column<OidcProviderDetails>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<OidcProviderDetails>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 220,
        shrinks: 140,
        sortable: true,
        link: true,
        phone: 'first',
        cell: ({ name }) => (
          <CellLink to={providerPath(name)}>
            <ShortName text={name} />
          </CellLink>
        ),
      },
      {
        key: 'type',
        title: text(messages.type),
        width: 140,
        cell: ({ provider_type: type }) => (type === 'Generic' ? text(messages.generic) : type),
      },
      {
        key: 'issuer',
        title: text(messages.issuer),
        width: 'grow',
        least: 160,
        sortable: true,
        phone: 'second',
        cell: ({ issuer_url }) => <ShortName text={issuer_url} />,
      },
      {
        key: 'audience',
        title: text(messages.audience),
        width: 160,
        yields: true,
        cell: ({ audience }) => <ShortName text={audience} />,
      },
      {
        key: 'mappings',
        title: text(messages.mappings),
        width: 150,
        align: 'end',
        phone: 'second-end',
        cell: ({ mappings }) => formats.count(mappings),
      },
    ],
    [text, formats],
  );
}
