import { HttpFailure, message, type TableCell, type TableColumnOf } from '@lading/contract';
import { fakeShell } from '@lading/contract/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { renderInShell } from '../../testing/renderInShell.tsx';
import type { Column } from '../Column.ts';
import { DataTable } from '../DataTable.tsx';
import { PagedRows } from '../PagedRows.ts';
import type { TableExtension } from '../TableExtension.ts';

interface Box {
  readonly key: string;
}
const COLUMNS: readonly Column<Box>[] = [
  { key: 'key', title: 'Key', width: 'grow', link: true, cell: ({ key }) => <a href="#x">{key}</a> },
];
const EXTENSION: TableExtension<Box> = {
  table: 'repositories',
  rowOf: ({ key }) => ({ key, type: 'LOCAL', packageType: 'npm' }),
};

type Values = TableColumnOf<'repositories'>['values'];

function show(values: Values, count = 3, more: Partial<TableColumnOf<'repositories'>> = {}) {
  const shell = fakeShell({ plugin: 'tide' });
  const asked = vi.fn(values);
  const label = message('tide.level', 'Level');
  const remove = shell.add('tableColumns', {
    id: 'tide.level',
    table: 'repositories',
    label,
    ...more,
    values: asked,
  });
  const rows = new PagedRows<Box>(async (cursor) => {
    const start = Number(cursor ?? 0);
    const page = Array.from({ length: Math.min(50, count - start) }, (_, at) => ({ key: `r${start + at}` }));
    return { rows: page, next: start + 50 < count ? String(start + 50) : undefined };
  });
  renderInShell(
    shell,
    <DataTable
      id="boxes"
      what="boxes"
      counted={message('test.boxes', '{count, plural, one {# box} other {# boxes}}')}
      columns={COLUMNS}
      rows={rows}
      extend={EXTENSION}
      empty={<p>No boxes</p>}
    />,
  );
  return { shell, asked, remove };
}

const level = async (row: number) =>
  (await screen.findByText(`r${row}`)).closest('[role=row]')?.querySelector('[data-column="1"]');

describe('a column of a plugin', () => {
  it('has a header, and asks once for all rows of a page', async () => {
    const { asked, shell } = show(async (rows) => rows.map(({ key }) => `level of ${key}`), 40);
    expect(await screen.findByText('level of r0')).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: /Level/ })).toBeTruthy();
    expect(asked).toHaveBeenCalledTimes(1);
    expect(asked.mock.calls[0]?.[0]).toHaveLength(40);
    expect(asked.mock.calls[0]?.[0][0]).toEqual({ key: 'r0', type: 'LOCAL', packageType: 'npm' });
    expect(asked.mock.calls[0]?.[1]).toBe(shell);
  });

  it('distinguishes loading, unknown, none, and links', async () => {
    let answer = (_: readonly TableCell[]) => {};
    show(() => new Promise((resolve) => (answer = resolve)));
    await waitFor(async () => expect((await level(0))?.querySelector('.ld-skeleton')).toBeTruthy());
    await act(async () => answer([undefined, null, { text: 'high', path: '/tide', title: 'at noon' }]));
    expect((await level(0))?.textContent).toBe('Unknown');
    expect((await level(1))?.textContent).toBe('');
    const link = screen.getByRole('link', { name: 'high' });
    expect(link.getAttribute('href')).toBe('/ui/tide');
    expect(link.getAttribute('title')).toBe('at noon');
  });

  it('shows a failure in its cells only, with Retry, and reports it as one of the plugin', async () => {
    let broken = true;
    const { shell, asked } = show(async (rows) => {
      if (broken) throw new TypeError('no gauge');
      return rows.map(() => 'high');
    });
    const retry = await screen.findAllByRole('button', { name: /Failed to load Level: no gauge/ });
    expect(retry).toHaveLength(3);
    expect(screen.getByText('r2')).toBeTruthy();
    expect(shell.failures).toMatchObject([
      { plugin: 'tide', error: { name: 'TypeError', message: 'no gauge' } },
    ]);
    broken = false;
    await userEvent.click(retry[0] as HTMLElement);
    expect(await screen.findAllByText('high')).toHaveLength(3);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('keeps the focus in the cell during and after a retry', async () => {
    let end: (() => void) | undefined;
    let calls = 0;
    show(async (rows) => {
      if (++calls === 1) throw new TypeError('no gauge');
      await new Promise<void>((resolve) => (end = resolve));
      return rows.map(() => 'high');
    });
    const [retry] = await screen.findAllByRole('button', { name: /no gauge/ });
    const cell = retry?.closest('[role=gridcell]');
    await userEvent.click(retry as HTMLElement);
    expect(document.activeElement).toBe(retry);
    expect(retry?.getAttribute('aria-busy')).toBe('true');
    await act(async () => end?.());
    expect(cell?.textContent).toBe('high');
    expect(document.activeElement).toBe(cell);
  });

  it('fails later than a call to a slow server, whose failure is not one of the plugin', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const call = () =>
      new Promise<never>((_, reject) =>
        setTimeout(() => reject(new HttpFailure(0, 'The server did not respond within 30 s')), 30_000),
      );
    const { shell, asked } = show(call);
    await waitFor(() => expect(asked).toHaveBeenCalled());
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(await screen.findAllByRole('button', { name: /did not respond/ })).toHaveLength(3);
    expect(shell.failures).toEqual([]);
  });

  it('does not report a failed request as a failure of the plugin', async () => {
    const { shell } = show(async () => {
      throw new HttpFailure(503, 'Service unavailable');
    });
    await screen.findAllByRole('button', { name: /Service unavailable/ });
    expect(shell.failures).toEqual([]);
  });

  it.each([
    ['a number', [1, 'a', 'b']],
    ['an address of another site', ['a', 'b', { text: 'c', path: '//example.com' }]],
    ['no list', 'high'],
  ])('fails for %s as a value', async (_, given) => {
    show(async () => given as never);
    expect(await screen.findAllByRole('button', { name: /invalid value/ })).toHaveLength(3);
  });

  it('is absent without the permission, and after the plugin has removed it', async () => {
    const { asked } = show(async () => [], 3, { requires: { features: ['TIDE'] } });
    await screen.findByText('r0');
    expect(screen.queryByRole('columnheader', { name: /Level/ })).toBeNull();
    expect(asked).not.toHaveBeenCalled();
  });

  it('asks nothing while the user has hidden it', async () => {
    const { asked } = show(async (rows) => rows.map(() => 'high'));
    await screen.findAllByText('high');
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Level' }));
    expect(screen.queryByText('high')).toBeNull();
    expect(asked).toHaveBeenCalledTimes(1);
  });
});
