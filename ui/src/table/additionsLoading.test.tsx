import { message } from '@lading/contract';
import { fakeShell } from '@lading/contract/testing';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderInShell } from '../testing/renderInShell.tsx';
import { DataTable } from './DataTable.tsx';
import { PagedRows } from './PagedRows.ts';
import type { TableExtension } from './TableExtension.ts';

interface Box {
  readonly key: string;
}
const EXTENSION: TableExtension<Box> = {
  table: 'repositories',
  rowOf: ({ key }) => ({ key, type: 'LOCAL', packageType: 'npm' }),
};

function show() {
  const shell = fakeShell({ plugin: 'tide' });
  const rows = new PagedRows<Box>(async () => ({ rows: [{ key: 'one' }], next: undefined }));
  renderInShell(
    shell,
    <DataTable
      id="boxes"
      what="boxes"
      counted={message('test.boxes', '{count, plural, one {# box} other {# boxes}}')}
      columns={[
        { key: 'key', title: 'Key', width: 'grow', link: true, cell: ({ key }) => key },
        { key: 'type', title: 'Type', width: 100, yields: true, cell: () => 'local' },
      ]}
      rows={rows}
      extend={EXTENSION}
      empty={<p>No boxes</p>}
    />,
  );
  const add = (id = 'tide.level') =>
    shell.add('tableColumns', {
      ...{ id, table: 'repositories', label: message('tide.level', 'Level'), width: 140 },
      values: async (all: readonly unknown[]) => all.map(() => 'high'),
    });
  return { shell, add };
}

afterEach(() => {
  vi.doUnmock('./additions/Additions.ts');
});

describe('a table that plugins extend', () => {
  it('stays as it is while the code for that loads', async () => {
    const { add } = show();
    const cell = await screen.findByText('one');
    act(() => void add());
    expect(screen.getByText('one')).toBe(cell);
    expect(await screen.findByText('high')).toBeTruthy();
    expect(screen.getByText('one')).toBe(cell);
  });

  it('works without that code, and offers Retry', async () => {
    vi.doMock('./additions/Additions.ts', () => {
      throw new Error('no chunk');
    });
    const { add } = show();
    add();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to load the columns and actions of plugins');
    expect(screen.getByText('one')).toBeTruthy();
    vi.doUnmock('./additions/Additions.ts');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('high')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('distinguishes its columns from the console’s with the same ID', async () => {
    const { add } = show();
    add('type');
    await screen.findByText('high');
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Level' }));
    expect(screen.queryByText('high')).toBeNull();
    expect(screen.getByText('local')).toBeTruthy();
  });
});
