import { HttpFailure, message, type RowActionOf } from '@lading/contract';
import { type FakeShell, fakeShell } from '@lading/contract/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { renderInShell } from '../../testing/renderInShell.tsx';
import { DataTable } from '../DataTable.tsx';
import { PagedRows } from '../PagedRows.ts';
import type { TableExtension } from '../TableExtension.ts';

interface Box {
  readonly key: string;
}
const EXTENSION: TableExtension<Box> = {
  table: 'repositories',
  rowOf: ({ key }) => ({ key, type: 'LOCAL', packageType: 'npm' }),
};
type Action = RowActionOf<'repositories'>;

function show(...actions: Partial<Action>[]) {
  return showIn(fakeShell({ plugin: 'tide' }), actions);
}

function showIn(shell: FakeShell, actions: readonly Partial<Action>[]) {
  for (const [at, action] of actions.entries()) {
    const label = message(`tide.${at}`, `Action ${at}`);
    const run = async () => {};
    shell.add('rowActions', { id: `tide.${at}`, table: 'repositories', label, run, ...action });
  }
  const rows = new PagedRows<Box>(async () => ({ rows: [{ key: 'one' }, { key: 'two' }], next: undefined }));
  renderInShell(
    shell,
    <DataTable
      id="boxes"
      what="boxes"
      counted={message('test.boxes', '{count, plural, one {# box} other {# boxes}}')}
      columns={[{ key: 'key', title: 'Key', width: 'grow', link: true, cell: ({ key }) => key }]}
      rows={rows}
      extend={EXTENSION}
      empty={<p>No boxes</p>}
    />,
  );
  return shell;
}

const openMenu = async (row: string) =>
  userEvent.click(await screen.findByRole('button', { name: `Actions for ${row}` }));
const ROW = { key: 'two', type: 'LOCAL', packageType: 'npm' };

describe('an action of a plugin', () => {
  it('runs with the row and the shell of its plugin', async () => {
    const run = vi.fn<Action['run']>(async () => {});
    const shell = show({ run });
    await openMenu('two');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Action 0' }));
    expect(run).toHaveBeenCalledWith(ROW, shell);
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  it('is offered only for rows that suit, in order', async () => {
    show({ order: 2 }, { order: 1 }, { available: async ({ key }) => key === 'one' });
    await openMenu('two');
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Action 1', 'Action 0']);
  });

  it('is disabled if its condition fails, which is a failure of the plugin', async () => {
    const available = async () => {
      throw new TypeError('no gauge');
    };
    const shell = show({ available }, {});
    await openMenu('one');
    const item = await screen.findByRole('menuitem', { name: /Action 0.*Failed to check/ });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('menuitem', { name: 'Action 1' }).getAttribute('aria-disabled')).not.toBe('true');
    expect(shell.failures).toMatchObject([{ plugin: 'tide', error: { message: 'no gauge' } }]);
  });

  it('says so if no action suits the row', async () => {
    show({ available: async () => false });
    await openMenu('one');
    expect(await screen.findByRole('menuitem', { name: 'No actions for this row' })).toBeTruthy();
  });

  it.each([
    ['a thrown error', new TypeError('no anchor'), 1],
    ['a failed request', new HttpFailure(503, 'no anchor'), 0],
  ])('notifies the user of %s', async (_, error, reported) => {
    const run = async () => {
      throw error;
    };
    const shell = show({ run });
    await openMenu('one');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Action 0' }));
    await waitFor(() =>
      expect(shell.notifications.shown).toMatchObject([{ text: 'Action 0 failed: no anchor (plugin tide)' }]),
    );
    expect(shell.failures).toHaveLength(reported);
    expect(screen.getByText('two')).toBeTruthy();
  });

  it('runs once at a time for a row, which shows that', async () => {
    let end: (() => void) | undefined;
    const run = vi.fn(() => new Promise<void>((resolve) => (end = resolve)));
    show({ run });
    await openMenu('two');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Action 0' }));
    const button = screen.getByRole('button', { name: 'Actions for two' });
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
    expect(screen.getByRole('button', { name: 'Actions for one' }).getAttribute('aria-busy')).toBeNull();
    await userEvent.click(button);
    expect(screen.queryByRole('menu')).toBeNull();
    await act(async () => end?.());
    expect(button.getAttribute('aria-busy')).toBeNull();
    expect(run).toHaveBeenCalledTimes(1);
  });

  describe('that never ends', () => {
    const never = () => new Promise<void>(() => {});
    const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1_000));
    const button = () => screen.getByRole('button', { name: 'Actions for two' });
    const start = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Actions for two' }));
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Action 0' }));
      await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'));
    };

    beforeEach(() => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      onTestFinished(() => void vi.useRealTimers());
    });

    it('is given up after 60 s, with a notification, and its menu is usable again', async () => {
      const shell = show({ run: never });
      await start();
      await seconds(58);
      expect(shell.notifications.shown).toEqual([]);
      await seconds(3);
      const late = 'it has not finished after 60 s. A later result will not be shown';
      expect(shell.notifications.shown).toMatchObject([{ text: `Action 0 failed: ${late} (plugin tide)` }]);
      expect(shell.failures).toMatchObject([{ plugin: 'tide', error: { message: late } }]);
      expect(button().getAttribute('aria-busy')).toBeNull();
      fireEvent.click(button());
      expect(await screen.findByRole('menuitem', { name: 'Action 0' })).toBeTruthy();
    });

    it.each([
      ['result', () => Promise.resolve()],
      ['error', () => Promise.reject(new TypeError('no anchor'))],
    ])('has no effect with a late %s', async (_, later) => {
      let end: ((result: Promise<void>) => void) | undefined;
      const shell = show({ run: () => new Promise<void>((resolve) => (end = resolve)) });
      await start();
      await seconds(61);
      const [before, reported] = [shell.notifications.shown.length, shell.failures.length];
      await act(async () => end?.(later()));
      expect([shell.notifications.shown.length, shell.failures.length]).toEqual([before, reported]);
    });

    it('has time while it asks the user', async () => {
      const shell = show({ run: never });
      await start();
      const dialog = document.createElement('dialog');
      dialog.open = true;
      document.body.append(dialog);
      await seconds(300);
      expect(shell.notifications.shown).toEqual([]);
      dialog.remove();
      await seconds(61);
      expect(shell.notifications.shown).toHaveLength(1);
    });

    it('leaves the actions of other plugins usable', async () => {
      const shell = fakeShell({ plugin: 'tide' });
      const list = shell.contributions.bind(shell);
      vi.spyOn(shell, 'contributions').mockImplementation((kind) =>
        list(kind).map((each) =>
          'id' in each.value && each.value.id === 'tide.1' ? { ...each, plugin: 'ebb' } : each,
        ),
      );
      const run = vi.fn(async () => {});
      showIn(shell, [{ run: never }, { run }, {}]);
      fireEvent.click(await screen.findByRole('button', { name: 'Actions for two' }));
      fireEvent.click(await screen.findByRole('menuitem', { name: 'Action 0' }));
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
      expect(button().getAttribute('aria-busy')).toBeNull();
      fireEvent.click(button());
      const waiting = await screen.findByRole('menuitem', { name: /Action 0.*In progress/ });
      expect(waiting.getAttribute('aria-disabled')).toBe('true');
      const own = screen.getByRole('menuitem', { name: /Action 2.*In progress/ });
      expect(own.getAttribute('aria-disabled')).toBe('true');
      fireEvent.click(screen.getByRole('menuitem', { name: 'Action 1' }));
      await waitFor(() => expect(run).toHaveBeenCalledTimes(1));
    });
  });

  it('that throws at once frees its menu', async () => {
    const run = () => {
      throw new TypeError('no anchor');
    };
    const shell = show({ run });
    await openMenu('one');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Action 0' }));
    await waitFor(() => expect(shell.notifications.shown).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Actions for one' }).getAttribute('aria-busy')).toBeNull();
  });

  it('loads the columns of its row again', async () => {
    const levels = new Map([['two', 'low']]);
    const shell = fakeShell({ plugin: 'tide' });
    const values = vi.fn(async (rows: readonly { readonly key: string }[]) =>
      rows.map(({ key }) => levels.get(key)),
    );
    const label = message('tide.level', 'Level');
    shell.add('tableColumns', { id: 'tide.level', table: 'repositories', label, values });
    showIn(shell, [{ run: async () => void levels.set('two', 'high') }]);
    await screen.findByText('low');
    await openMenu('two');
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Action 0' }));
    expect(await screen.findByText('high')).toBeTruthy();
    expect(values.mock.calls.map(([rows]) => rows.length)).toEqual([2, 1]);
  });

  it('stays in the open menu while its row is rendered again', async () => {
    const available = vi.fn(async () => true);
    const shell = show({ available });
    await openMenu('two');
    const item = await screen.findByRole('menuitem', { name: 'Action 0' });
    const label = message('tide.level', 'Level');
    act(() => {
      shell.add('tableColumns', {
        ...{ id: 'tide.level', table: 'repositories', label },
        values: async (rows: readonly unknown[]) => rows.map(() => 'high'),
      });
    });
    await screen.findAllByText('high');
    expect(screen.getByRole('menuitem', { name: 'Action 0' })).toBe(item);
    expect(available).toHaveBeenCalledTimes(1);
  });

  it('is no failure of the plugin while its condition waits for a slow server', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const available = vi.fn(() => new Promise<boolean>(() => {}));
    const shell = show({ available });
    fireEvent.click(await screen.findByRole('button', { name: 'Actions for one' }));
    await waitFor(() => expect(available).toHaveBeenCalled());
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await screen.findByRole('menuitem', { name: /Action 0.*Failed to check/ });
    expect(shell.failures).toEqual([]);
  });

  it('has no column without the permission', async () => {
    show({ requires: { features: ['TIDE'] } });
    await screen.findByText('two');
    expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull();
  });
});
