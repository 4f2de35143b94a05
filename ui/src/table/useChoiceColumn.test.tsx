import { message } from '@lading/contract';
import { fakeShell } from '@lading/contract/testing';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderInShell } from '../testing/renderInShell.tsx';
import { CellLink } from './CellLink.tsx';
import type { Column } from './Column.ts';
import { DataTable } from './DataTable.tsx';
import { PagedRows } from './PagedRows.ts';
import { useChoiceColumn } from './useChoiceColumn.tsx';

interface Row {
  id: string;
}
const columns: Column<Row>[] = [
  { key: 'id', title: 'Id', width: 'grow', link: true, cell: ({ id }) => <CellLink to="/x">{id}</CellLink> },
];

function Table({ rows }: { rows: PagedRows<Row> }) {
  const [chosen, onChange] = useState<ReadonlyMap<string, Row>>(new Map());
  const choice = useChoiceColumn<Row>({
    what: 'things',
    rows,
    keyOf: ({ id }) => id,
    nameOf: ({ id }) => id,
    chosen,
    onChange,
  });
  return (
    <>
      <output>{[...chosen.keys()].join()}</output>
      <DataTable
        id="t"
        what="things"
        counted={message('t.counted', '{count}')}
        columns={[...choice, ...columns]}
        rows={rows}
        empty={null}
      />
    </>
  );
}

async function open() {
  const rows = new PagedRows<Row>(async () => ({
    rows: ['a', 'b', 'c', 'd'].map((id) => ({ id })),
    next: undefined,
  }));
  rows.want(0, 3);
  renderInShell(fakeShell(), <Table rows={rows} />);
  await screen.findByRole('link', { name: 'a' });
}
const chosen = () => document.querySelector('output')?.textContent;
const tick = (name: string) => screen.getByRole('checkbox', { name });

it('selects single rows, ranges with Shift, and all loaded rows', async () => {
  await open();
  const user = userEvent.setup();
  await user.click(tick('Select b'));
  expect(chosen()).toBe('b');
  await user.keyboard('{Shift>}');
  await user.click(tick('Select d'));
  await user.keyboard('{/Shift}');
  expect(chosen()).toBe('b,c,d');
  await user.click(tick('Select c'));
  expect(chosen()).toBe('b,d');
  await user.click(tick('Select all loaded things'));
  expect(chosen()).toBe('b,d,a,c');
  await user.click(tick('Select all loaded things'));
  expect(chosen()).toBe('');
});

it('is operable by keyboard', async () => {
  await open();
  act(() => within(screen.getByRole('grid')).getByRole('link', { name: 'b' }).focus());
  await userEvent.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(tick('Select b'));
  await userEvent.keyboard(' {ArrowDown} ');
  expect(chosen()).toBe('b,c');
});
