import { message } from '@lading/contract';
import { fakeShell } from '@lading/contract/testing';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Column } from '../table/Column.ts';
import { renderInShell } from '../testing/index.ts';
import { ListPage, type ListPageProps } from './ListPage.tsx';
import type { ListSource } from './ListSource.ts';
import type { ListQuery } from './listQuery.ts';
import { PagedList } from './PagedList.ts';
import { useList } from './useList.ts';
import { WholeList } from './WholeList.ts';

interface Hook {
  readonly name: string;
  readonly state: string;
}
const HOOKS: readonly Hook[] = [
  { name: 'deploys', state: 'on' },
  { name: 'alerts', state: 'off' },
  { name: 'audits', state: 'on' },
];
const KIND = {
  sorts: { name: ({ name }: Hook) => name },
  texts: ({ name }: Hook) => [name],
  filters: { state: ({ state }: Hook, value: string) => state === value },
};
const COLUMNS: readonly Column<Hook>[] = [
  { key: 'name', title: 'Name', width: 'grow', sortable: true, cell: ({ name }) => name },
];
const COUNTED = message('test.hooks', '{count, plural, one {# webhook} other {# webhooks}}');
const STATE = {
  key: 'state',
  label: 'State',
  options: ['', 'on', 'off'].map((key) => ({ key, label: key || 'All' })),
};

interface HooksProps {
  readonly create: () => ListSource<Hook>;
  readonly more: Partial<ListPageProps<Hook>>;
}
function Hooks({ create, more }: HooksProps) {
  const list = useList('hooks', create);
  return (
    <ListPage
      id="hooks"
      list={list}
      heading="Webhooks"
      what="webhooks"
      counted={COUNTED}
      columns={COLUMNS}
      search={{ label: 'Search webhooks' }}
      filters={[STATE]}
      empty={{ icon: 'plug', what: 'No webhooks yet' }}
      create={{ label: 'New webhook', to: '/hooks/new' }}
      {...more}
    />
  );
}
function open(create: () => ListSource<Hook>, place = '/hooks', more: HooksProps['more'] = {}) {
  const shell = fakeShell({ place });
  renderInShell(shell, <Hooks create={create} more={more} />);
  return shell;
}
const whole = () => new WholeList<Hook>(async () => HOOKS, KIND);
const shown = () =>
  screen
    .getAllByRole('gridcell')
    .map((cell) => cell.textContent)
    .filter(Boolean);

it('filters rows by the URL, and changes the URL with its fields', async () => {
  const shell = open(whole, '/hooks?state=on');
  await screen.findByText('2 webhooks');
  expect(shown()).toEqual(['audits', 'deploys']);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'off');
  await screen.findByText('1 webhook');
  expect([shown(), shell.navigation.place.search]).toEqual([['alerts'], '?state=off']);
});

it('reports that nothing matches, and clears search and filters together', async () => {
  const shell = open(whole, '/hooks?state=on&filter=alert');
  await screen.findByText('No results for “alert”');
  await userEvent.click(screen.getByRole('button', { name: 'Clear filter' }));
  await screen.findByText('3 webhooks');
  expect(shell.navigation.place.search).toBe('');
});

it('distinguishes an empty list from no matches', async () => {
  open(() => new WholeList<Hook>(async () => [], KIND));
  expect(await screen.findByText('No webhooks yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Clear filter' })).toBeNull();
});

it('offers actions for selected rows, which stay selected until cleared', async () => {
  const deleted: string[][] = [];
  open(whole, '/hooks', {
    selection: {
      keyOf: ({ name }) => name,
      nameOf: ({ name }) => name,
      actions: (rows, clear) => (
        <button
          type="button"
          onClick={() => {
            deleted.push(rows.map(({ name }) => name));
            clear();
          }}
        >
          Delete
        </button>
      ),
    },
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select alerts' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select deploys' }));
  expect(screen.getByRole('toolbar').textContent).toContain('2 selected');
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(deleted).toEqual([['alerts', 'deploys']]);
  expect(screen.queryByRole('toolbar')).toBeNull();
});

it('requests each query from the server, and again after a change', async () => {
  const asked: ListQuery[] = [];
  const list = new PagedList<Hook>(
    async (query) => {
      asked.push(query);
      return { rows: HOOKS.slice(asked.length - 1), next: undefined, total: HOOKS.length };
    },
    { sorts: ['created', 'name'], descending: true },
  );
  open(() => list);
  await screen.findByText('deploys');
  expect(asked).toEqual([{ search: '', sortBy: 'created', descending: true, filters: {} }]);
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  await expect.poll(() => screen.queryByText('deploys')).toBeNull();
  expect(asked.at(-1)).toMatchObject({ sortBy: 'name' });
  list.reload();
  await expect.poll(() => asked.length).toBe(3);
});

it('shows why loading failed, and retries', async () => {
  let broken = true;
  open(
    () =>
      new PagedList<Hook>(async () => {
        if (broken) throw new Error('No connection');
        return { rows: HOOKS, next: undefined };
      }),
  );
  expect(await screen.findByText('No connection')).toBeTruthy();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('deploys')).toBeTruthy();
});
