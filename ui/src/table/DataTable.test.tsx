import { HttpFailure } from '@lading/contract';
import { fakeShell } from '@lading/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { renderInShell } from '../testing/renderInShell.tsx';
import { CellLink } from './CellLink.tsx';
import type { Column } from './Column.ts';
import { DataTable } from './DataTable.tsx';
import { type FetchPage, PagedRows } from './PagedRows.ts';

interface Box {
  readonly name: string;
  readonly size: number;
}

const columns: Column<Box>[] = [
  {
    key: 'name',
    title: 'Name',
    width: 'grow',
    sortable: true,
    link: true,
    cell: ({ name }) => <CellLink to={`/boxes/${name}`}>{name}</CellLink>,
  },
  { key: 'size', title: 'Size', width: 100, align: 'end', cell: ({ size }) => size },
];

const boxes =
  (count: number, total?: number): FetchPage<Box> =>
  async (cursor) => {
    const start = Number(cursor ?? 0);
    const rows = Array.from({ length: Math.min(100, count - start) }, (_, at) => ({
      name: `box-${start + at}`,
      size: start + at,
    }));
    const end = start + rows.length;
    return { rows, next: end < count ? String(end) : undefined, total };
  };

function show(fetch: FetchPage<Box>, onSort = vi.fn(), expected?: number) {
  const shell = fakeShell({ place: '/boxes' });
  const rows = new PagedRows(fetch);
  renderInShell(
    shell,
    <DataTable
      id="boxes"
      what="boxes"
      counted={{ id: 'test.boxes', text: '{count, plural, one {# box} other {# boxes}}' }}
      columns={columns}
      rows={rows}
      sort={{ key: 'name', descending: false }}
      onSort={onSort}
      expected={expected}
      empty={<p>No boxes</p>}
    />,
  );
  return { shell, rows, onSort };
}

describe('DataTable', () => {
  it('has titles to sort by in tab order on a phone, where rows have two lines', async () => {
    const media = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
    vi.stubGlobal('matchMedia', (query: string) => ({ ...media, matches: query.includes('max-width') }));
    onTestFinished(() => void vi.unstubAllGlobals());
    const { onSort } = show(boxes(3));
    expect(await screen.findByText('box-2')).toBeTruthy();
    const title = screen.getByRole('button', { name: 'Name' });
    expect([title.tabIndex, title.closest('[aria-sort]')?.getAttribute('aria-sort')]).toEqual([
      0,
      'ascending',
    ]);
    await userEvent.click(title);
    expect(onSort).toHaveBeenCalledWith({ key: 'name', descending: true });
  });

  it('renders the visible rows with links, and shows the number of rows so far', async () => {
    show(boxes(1_000));
    const link = await screen.findByRole('link', { name: 'box-0' });
    expect(link.getAttribute('href')).toBe('/ui/boxes/box-0');
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
    expect(screen.getByRole('status').textContent).toBe('100 boxes so far');
    expect(screen.getByRole('grid', { name: 'Boxes' }).getAttribute('aria-rowcount')).toBe('-1');
  });

  it('loads more rows again when the server is reachable again', async () => {
    let isAway = true;
    const { shell, rows } = show(async (cursor, signal) => {
      if (cursor && isAway) throw new Error('The server is away.');
      return boxes(150)(cursor, signal);
    });
    await screen.findByRole('link', { name: 'box-0' });
    rows.want(80, 99);
    expect((await screen.findByRole('alert')).textContent).toContain('The server is away.');
    isAway = false;
    act(() => shell.connection.recover());
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    rows.want(80, 99);
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('150 boxes'));
  });

  it('shows the full text of a truncated cell on hover', async () => {
    show(boxes(3));
    const row = (await screen.findByRole('link', { name: 'box-0' })).closest('[role=row]');
    const [, size] = row?.querySelectorAll<HTMLElement>('[role=gridcell]') ?? [];
    if (!size) throw new Error('there is no cell');
    Object.defineProperties(size, {
      clientWidth: { value: 100, configurable: true },
      scrollWidth: { value: 140, configurable: true },
    });
    await userEvent.hover(size);
    expect(size.title).toBe('0');
    await userEvent.unhover(size);
    Object.defineProperty(size, 'scrollWidth', { value: 100 });
    await userEvent.hover(size);
    expect(size.title).toBe('');
  });

  it('shows the number of loaded rows and the total', async () => {
    show(boxes(1_000, 1_000));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('100 of 1,000 boxes'));
  });

  it('shows the number of rows once all are loaded', async () => {
    show(boxes(3));
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('3 boxes'));
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('4');
  });

  it('shows skeletons while the first rows are loading', async () => {
    show(() => new Promise(() => {}));
    const grid = screen.getByRole('grid');
    expect(grid.getAttribute('aria-busy')).toBe('true');
    await waitFor(() => expect(within(grid).getAllByRole('row').length).toBeGreaterThan(5));
  });

  it('shows no more skeletons than rows are expected', async () => {
    show(() => new Promise(() => {}), vi.fn(), 2);
    const grid = screen.getByRole('grid');
    await waitFor(() => expect(grid.querySelectorAll('[data-row="0"], [data-row="1"]').length).toBe(2));
    expect(grid.querySelector('[data-row="2"]')).toBeNull();
  });

  it('shows its empty state', async () => {
    show(boxes(0));
    expect(await screen.findByText('No boxes')).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('shows what failed and why, and retries', async () => {
    let broken = true;
    show(async (cursor, signal) => {
      if (broken) throw new Error('The database is away.');
      return boxes(1)(cursor, signal);
    });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Failed to load boxes');
    expect(alert.textContent).toContain('The database is away.');
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('link', { name: 'box-0' })).toBeTruthy();
  });

  it('offers no retry of a request that the server rejects as invalid', async () => {
    show(async () => {
      throw new HttpFailure(400, 'Invalid search at character 1.');
    });
    expect((await screen.findByRole('alert')).textContent).toContain('Invalid search at character 1.');
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('keeps its rows if more of them fail to load', async () => {
    const { rows } = show(async (cursor, signal) => {
      if (cursor) throw new Error('The database is away.');
      return boxes(1_000)(cursor, signal);
    });
    await screen.findByRole('link', { name: 'box-0' });
    rows.want(80, 99);
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load more: The database');
    expect(screen.getByRole('link', { name: 'box-0' })).toBeTruthy();
  });

  it('is sorted by its column titles', async () => {
    const { onSort } = show(boxes(3));
    await screen.findByRole('link', { name: 'box-0' });
    const title = screen.getByRole('columnheader', { name: 'Name' });
    expect(title.getAttribute('aria-sort')).toBe('ascending');
    await userEvent.click(within(title).getByRole('button'));
    expect(onSort).toHaveBeenCalledWith({ key: 'name', descending: true });
  });

  it('is one tab stop, and arrow keys move through rows and cells', async () => {
    const { shell } = show(boxes(30));
    await screen.findByRole('link', { name: 'box-0' });
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'box-0' }));
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('2');
    await userEvent.keyboard('{Home}{Enter}');
    expect(shell.navigation.place.pathname).toBe('/boxes/box-2');
    await userEvent.keyboard('{Control>}{End}{/Control}');
    expect(document.activeElement?.textContent).toBe('29');
    await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowUp}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Name' }));
    for (const format of ['CSV', 'JSON']) {
      await userEvent.tab();
      expect(document.activeElement?.textContent).toBe(format);
    }
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Columns' }));
  });

  it('opens the link of a row on a click anywhere in it', async () => {
    const { shell } = show(boxes(3));
    await userEvent.click(await screen.findByText('1'));
    expect(shell.navigation.place.pathname).toBe('/boxes/box-1');
  });

  it('shows the columns that the user has selected, with their widths', async () => {
    const { shell } = show(boxes(3));
    await screen.findByRole('link', { name: 'box-0' });
    const size = screen.getByRole('separator', { name: 'Width of Size' });
    size.focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(size.getAttribute('aria-valuenow')).toBe('132');
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    expect(await screen.findByRole('checkbox', { name: 'Name' })).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Size' }));
    expect(screen.getAllByRole('columnheader')).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Columns' }));
    expect(shell.storage.get('table.boxes')).toBe('{"widths":{"size":132},"hidden":["size"],"shown":[]}');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Reset' }));
    expect(screen.getAllByRole('columnheader')).toHaveLength(2);
  });
});
