import { Button, EmptyState, ShortName, useFormats, useShell, useText, When } from '@lading/ui';
import { type ListSelection, ListView, nameColumn, useList, WholeList } from '@lading/ui/list';
import {
  CellButton,
  CellLink,
  CellOutsideLink,
  type Column,
  DataTable,
  PagedRows,
  useNarrow,
} from '@lading/ui/table';
import { useMemo, useState } from 'react';
import { type Example, State, States } from '../Example.tsx';
import { messages } from '../messages.ts';
import { type DemoRow, demoRows } from './demoRows.ts';

const HOST = 'example.org';

function useColumns(): Column<DemoRow>[] {
  const text = useText();
  const formats = useFormats();
  const narrow = useNarrow();
  return useMemo(
    () => [
      nameColumn<DemoRow>({
        key: 'name',
        title: text(messages.name),
        nameOf: ({ name }) => name,
        addressOf: () => '/demo',
        moreOf: ({ format, size }) => `${format} · ${formats.size(size)}`,
        narrow,
      }),
      {
        key: 'format',
        title: text(messages.format),
        width: 110,
        sortable: true,
        yields: true,
        phone: 'second',
        cell: ({ format }) => format,
      },
      {
        key: 'size',
        title: text(messages.size),
        width: 120,
        align: 'end',
        sortable: true,
        yields: true,
        phone: 'second-end',
        cell: ({ size }) => formats.size(size),
      },
      {
        key: 'published',
        title: text(messages.published),
        width: 150,
        sortable: true,
        phone: 'first-end',
        cell: ({ published }) => <When date={published} />,
      },
    ],
    [text, formats, narrow],
  );
}

/** Search, filter, order, selection, and columns; the query is in the URL. */
function List() {
  const text = useText();
  const { notifications } = useShell();
  const columns = useColumns();
  const list = useList(
    'demo-list',
    () =>
      new WholeList<DemoRow>(async () => demoRows(), {
        sorts: {
          name: ({ name }) => name,
          format: ({ format }) => format,
          size: ({ size }) => size,
          published: ({ published }) => published,
        },
        texts: ({ name }) => [name],
        filters: { format: ({ format }, value) => format === value },
      }),
  );
  const selection: ListSelection<DemoRow> = {
    keyOf: ({ name }) => name,
    nameOf: ({ name }) => name,
    actions: (selected, clear) => (
      <Button
        kind="danger"
        icon="remove"
        label={text(messages.danger)}
        onClick={() => {
          notifications.success(text(messages.deletedRows, { count: selected.length }));
          clear();
        }}
      />
    ),
  };
  const formats = ['npm', 'OCI', 'Maven'].map((key) => ({ key, label: key }));
  return (
    <ListView
      id="demo-list"
      list={list}
      what={text(messages.packages)}
      counted={messages.countedPackages}
      columns={columns}
      search={{ label: text(messages.searchPackages) }}
      filters={[
        {
          key: 'format',
          label: text(messages.format),
          options: [{ key: '', label: text(messages.all) }, ...formats],
        },
      ]}
      selection={selection}
      empty={{ icon: 'package', what: text(messages.noPackages) }}
      twoLines
    />
  );
}

function TableStates() {
  const text = useText();
  return (
    <States wide>
      <State label={messages.loading}>
        <Table id="demo-loading" fetch={() => new Promise(() => {})} />
      </State>
      <State label={messages.error}>
        <Table id="demo-error" fetch={() => Promise.reject(new Error(text(messages.serverWords)))} />
      </State>
      <State label={messages.empty}>
        <Table id="demo-empty" fetch={async () => ({ rows: [], next: undefined })} />
      </State>
      <State label={messages.cells}>
        <Cells />
      </State>
    </States>
  );
}

function Table({ id, fetch }: { id: string; fetch: ConstructorParameters<typeof PagedRows<DemoRow>>[0] }) {
  const text = useText();
  const columns = useColumns();
  const [rows] = useState(() => new PagedRows<DemoRow>(fetch));
  return (
    <DataTable
      id={id}
      what={text(messages.packages)}
      counted={messages.countedPackages}
      columns={columns}
      rows={rows}
      expected={4}
      empty={
        <EmptyState icon="package" what={text(messages.noPackages)} more={text(messages.noPackagesMore)}>
          <Button icon="upload" label={text(messages.publish)} />
        </EmptyState>
      }
    />
  );
}

/** Links and buttons in cells, which take the focus in place of their cells. */
function Cells() {
  const text = useText();
  const columns = useMemo<Column<DemoRow>[]>(
    () => [
      {
        key: 'name',
        title: text(messages.name),
        width: 'grow',
        link: true,
        phone: 'first',
        cell: ({ name }) => (
          <CellLink to="/demo">
            <ShortName text={name} />
          </CellLink>
        ),
      },
      {
        key: 'homepage',
        title: text(messages.homepage),
        width: 130,
        link: true,
        phone: 'second',
        cell: () => <CellOutsideLink url={`https://${HOST}/`}>{HOST}</CellOutsideLink>,
      },
      {
        key: 'remove',
        title: text(messages.actions),
        width: 90,
        link: true,
        phone: 'second-end',
        cell: ({ name }) => <CellButton icon="remove" iconOnly label={text(messages.removeRow, { name })} />,
      },
    ],
    [text],
  );
  const [rows] = useState(
    () => new PagedRows<DemoRow>(async () => ({ rows: demoRows().slice(0, 4), next: undefined, total: 4 })),
  );
  return (
    <DataTable
      id="demo-cells"
      what={text(messages.packages)}
      counted={messages.countedPackages}
      columns={columns}
      rows={rows}
      expected={4}
      empty={null}
    />
  );
}

const table = '@lading/ui/table';

export const tables: readonly Example[] = [
  {
    names: ['ListView', 'nameColumn', 'useList', 'WholeList'],
    from: '@lading/ui/list',
    about: messages.listAbout,
    Show: List,
  },
  {
    names: ['DataTable', 'PagedRows', 'CellLink', 'CellOutsideLink', 'CellButton'],
    from: table,
    about: messages.tableAbout,
    Show: TableStates,
  },
];
