import type { Http } from '@lading/contract';
import type { BundlePage, BundleRow } from '@lading/contract/rest';
import { Rich, useFormats, useText, When } from '@lading/ui';
import { type ListFilter, ListView, PagedList, useList } from '@lading/ui/list';
import { CellLink, type Column } from '@lading/ui/table';
import { observable, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { versionAddress } from '../addresses.ts';
import { fetchBundles } from '../bundlesApi.ts';
import { messages } from '../messages.ts';
import { Environments } from './Environments.tsx';

/** Command of a client that creates a release bundle. */
const COMMAND = 'jf release-bundle-create';

type Facts = Pick<BundlePage, 'facets' | 'mayCreate'>;

function createList(http: Http) {
  /** Facts of the last response. */
  const facts = observable.box<Facts>(undefined, { deep: false });
  const list = new PagedList<BundleRow>(async ({ search, filters }, cursor, signal) => {
    const offset = Number(cursor ?? 0);
    const { environment, createdBy } = filters;
    const query = { search, environment, createdBy, offset };
    const { bundles, total, ...rest } = await fetchBundles(http, query, signal);
    runInAction(() => facts.set(rest));
    const next = offset + bundles.length;
    return { rows: bundles, next: bundles.length > 0 && next < total ? `${next}` : undefined, total };
  });
  return Object.assign(list, { facts });
}

interface Props {
  readonly root: string;
  readonly onMayCreate: (may: boolean) => void;
}

/** Lists the bundle versions of this server that the user has permission to read, newest first. */
export const SourceTab = observer(function SourceTab({ root, onMayCreate }: Props) {
  const text = useText();
  const list = useList('bundles', createList);
  const mayCreate = list.facts.get()?.mayCreate ?? false;
  useEffect(() => onMayCreate(mayCreate), [mayCreate, onMayCreate]);
  return (
    <div className="bundles-list">
      <ListView
        id="bundles"
        list={list}
        what={text(messages.what)}
        counted={messages.counted}
        columns={useColumns(root)}
        search={{ label: text(messages.search), key: 'name' }}
        filters={useFacets(list.facts.get())}
        empty={{
          icon: 'package',
          what: text(messages.none),
          more: <Rich message={messages.noneMore} elements={{ command: <code>{COMMAND}</code> }} />,
        }}
        noMatch={text(messages.nothing)}
      />
    </div>
  );
});

function useFacets(facts: Facts | undefined): readonly ListFilter[] {
  const text = useText();
  const filter = (key: string, label: string, values: Facts['facets']['environments'] = []) => ({
    key,
    label,
    options: [
      { key: '', label: text(messages.all) },
      ...values.map(({ value, count }) => ({ key: value, label: `${value} (${count})` })),
    ],
  });
  return [
    filter('environment', text(messages.environment), facts?.facets.environments),
    filter('createdBy', text(messages.createdBy), facts?.facets.createdBy),
  ];
}

function useColumns(root: string): readonly Column<BundleRow>[] {
  const text = useText();
  const formats = useFormats();
  return useMemo<Column<BundleRow>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 'grow',
        link: true,
        phone: 'first',
        cell: ({ name, version }) => (
          <CellLink to={versionAddress(name, version, root)}>
            <span>
              {name} <span className="ld-mono">{version}</span>
            </span>
          </CellLink>
        ),
      },
      {
        key: 'environments',
        title: text(messages.environments),
        width: 200,
        phone: 'second',
        cell: ({ environments }) => <Environments names={environments} />,
      },
      {
        key: 'artifacts',
        title: text(messages.artifacts),
        width: 110,
        align: 'end',
        cell: ({ artifacts }) => formats.count(artifacts),
      },
      {
        key: 'size',
        title: text(messages.size),
        width: 110,
        yields: true,
        align: 'end',
        phone: 'first-end',
        cell: ({ bytes }) => formats.size(bytes),
      },
      {
        key: 'createdBy',
        title: text(messages.createdBy),
        width: 140,
        yields: true,
        cell: ({ createdBy }) => createdBy,
      },
      {
        key: 'created',
        title: text(messages.created),
        width: 150,
        phone: 'second-end',
        cell: ({ created }) => <When date={created} />,
      },
    ],
    [text, formats, root],
  );
}
