import { message, type TableCell } from '@lading/contract';
import { fakeShell } from '@lading/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ListPage } from '../../list/ListPage.tsx';
import { useList } from '../../list/useList.ts';
import { WholeList } from '../../list/WholeList.ts';
import { renderInShell } from '../../testing/renderInShell.tsx';
import type { Column } from '../Column.ts';
import type { TableExtension } from '../TableExtension.ts';

interface Box {
  readonly key: string;
}
const TABLE: TableExtension<Box> = {
  table: 'repositories',
  rowOf: ({ key }) => ({ key, type: 'LOCAL', packageType: 'npm' }),
};
const WHOLE: TableExtension<Box> = { ...TABLE, fieldsOf: ({ key }) => ({ key }) };
const KIND = { sorts: { key: ({ key }: Box) => key } };
const COLUMNS: readonly Column<Box>[] = [
  { key: 'key', title: 'Key', width: 'grow', sortable: true, link: true, cell: ({ key }) => key },
];
const COUNTED = message('test.boxes', '{count, plural, one {# box} other {# boxes}}');
const LEVELS = new Map<string, TableCell>([
  ['a', { text: '9 m', value: 9 }],
  ['b', { text: '-1 m', value: -1 }],
  ['c', { text: '10 m', value: 10 }],
  ['d', null],
  ['e', undefined],
]);

type Values = (keys: readonly string[]) => Promise<readonly TableCell[]>;
const levels: Values = async (keys) => keys.map((key) => LEVELS.get(key));

interface Shown {
  readonly extension?: TableExtension<Box>;
  readonly values?: Values;
  /** Of the column. */
  readonly id?: string;
  readonly place?: string;
  readonly boxes?: readonly Box[];
}

function Boxes({ extension = WHOLE, boxes = [...LEVELS.keys()].map((key) => ({ key })) }: Shown) {
  const list = useList('boxes', () => new WholeList(async () => boxes, KIND));
  return (
    <ListPage
      id="boxes"
      list={list}
      heading="Boxes"
      what="boxes"
      counted={COUNTED}
      columns={COLUMNS}
      extend={extension}
      exportUrl={() => '/api/boxes'}
      empty={{ icon: 'database', what: 'No boxes' }}
    />
  );
}

function show({ values = levels, id = 'tide.level', place = '/boxes', ...shown }: Shown = {}) {
  const shell = fakeShell({ plugin: 'tide', place });
  const asked = vi.fn((rows: readonly Box[]) => values(rows.map(({ key }) => key)));
  const label = message('tide.level', 'Level');
  shell.add('tableColumns', { id, table: 'repositories', label, values: asked });
  renderInShell(shell, <Boxes {...shown} />);
  return { shell, asked };
}

const keys = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('gridcell')[0]?.textContent);
const title = () => screen.findByRole('button', { name: 'Level' });

/** Returns the text of the file that is saved next. */
function nextFile(): Promise<string> {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  onTestFinished(() => {
    vi.unstubAllGlobals();
    click.mockRestore();
  });
  return new Promise((resolve) => {
    const createObjectURL = (blob: Blob) => {
      resolve(blob.text());
      return 'blob:boxes';
    };
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => {} }));
  });
}

it('sorts all rows by a column of a plugin, numbers by value, and rows without one last', async () => {
  const { shell } = show();
  await userEvent.click(await title());
  await waitFor(() => expect(keys()).toEqual(['b', 'a', 'c', 'd', 'e']));
  expect(screen.getByRole('columnheader', { name: /Level/ }).getAttribute('aria-sort')).toBe('ascending');
  await userEvent.click(await title());
  await waitFor(() => expect(keys()).toEqual(['c', 'a', 'b', 'd', 'e']));
  expect(shell.navigation.place.search).toContain('sort_by=tide%2Ftide.level');
  await userEvent.click(screen.getByRole('button', { name: 'Key' }));
  await waitFor(() => expect(keys()).toEqual(['a', 'b', 'c', 'd', 'e']));
});

it('reads the order from the URL, and asks for the values of all rows, in parts', async () => {
  const boxes = Array.from({ length: 250 }, (_, at) => ({ key: `b${String(at).padStart(3, '0')}` }));
  const values: Values = async (given) => given.map((key) => ({ text: key, value: -Number(key.slice(1)) }));
  const { asked } = show({ boxes, values, place: '/boxes?sort_by=tide/tide.level' });
  await waitFor(() => expect(keys().slice(0, 2)).toEqual(['b249', 'b248']));
  expect(asked.mock.calls.map(([rows]) => rows.length).sort()).toEqual([100, 100, 50]);
});

it('keeps the order of the rows until all values have been loaded', async () => {
  const boxes = Array.from({ length: 150 }, (_, at) => ({ key: `b${String(at).padStart(3, '0')}` }));
  let end: (() => void) | undefined;
  const values: Values = async (given) => {
    if (given.includes('b149')) await new Promise<void>((resolve) => (end = resolve));
    return given.map((key) => ({ text: key, value: -Number(key.slice(1)) }));
  };
  const { asked } = show({ boxes, values, place: '/boxes?sort_by=tide/tide.level' });
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  expect(keys().slice(0, 2)).toEqual(['b000', 'b001']);
  expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
  await act(async () => end?.());
  await waitFor(() => expect(keys().slice(0, 2)).toEqual(['b149', 'b148']));
});

it('has no sort control where the server pages the rows', async () => {
  show({ extension: TABLE });
  await screen.findByText('9 m');
  expect(screen.queryByRole('button', { name: 'Level' })).toBeNull();
  expect(screen.getByRole('link', { name: /CSV/ }).getAttribute('href')).toBe('/api/boxes');
});

it('exports the values with the rows, in the order that is shown', async () => {
  show({ place: '/boxes?sort_by=tide/tide.level' });
  await screen.findByText('9 m');
  const csv = nextFile();
  await userEvent.click(screen.getByRole('button', { name: /CSV/ }));
  expect(await csv).toBe('key,tide/tide.level\r\nb,-1\r\na,9\r\nc,10\r\nd,\r\ne,\r\n');
  const json = nextFile();
  await userEvent.click(screen.getByRole('button', { name: /JSON/ }));
  expect(JSON.parse(await json)).toEqual([
    { key: 'b', 'tide/tide.level': -1 },
    { key: 'a', 'tide/tide.level': 9 },
    { key: 'c', 'tide/tide.level': 10 },
    { key: 'd', 'tide/tide.level': null },
    { key: 'e' },
  ]);
});

it('exports a column with the ID of a field of the table beside that field', async () => {
  show({ id: 'key' });
  await screen.findByText('9 m');
  const csv = nextFile();
  await userEvent.click(screen.getByRole('button', { name: /CSV/ }));
  expect(await csv).toBe('key,tide/key\r\na,9\r\nb,-1\r\nc,10\r\nd,\r\ne,\r\n');
});

it('exports nothing if values fail to load', async () => {
  const { shell } = show({
    values: async () => {
      throw new TypeError('no gauge');
    },
  });
  await screen.findAllByRole('button', { name: /no gauge/ });
  await userEvent.click(screen.getByRole('button', { name: /CSV/ }));
  await waitFor(() =>
    expect(shell.notifications.shown).toMatchObject([
      { text: expect.stringContaining('failed to load Level: no gauge') },
    ]),
  );
});

it('exports what the server knows while the column is hidden', async () => {
  show();
  await screen.findByText('9 m');
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Level' }));
  expect(screen.getByRole('link', { name: /CSV/ }).getAttribute('href')).toBe('/api/boxes');
});
