import type { LogData } from '@lading/contract/rest';
import { describe, expect, it, vi } from 'vitest';
import { Countdown } from './Countdown.ts';
import { LogLines, MAX_LINES } from './LogLines.ts';
import { LogSelection } from './LogSelection.ts';

describe('the selection', () => {
  const config = {
    ...{ installed: true, logs: ['a.log'], nodes: ['one', 'two'], node_id: 'one' },
    refresh_rate_millis: 1,
  };

  it('changes the product only after the service-changed flag is set [logs-02]', () => {
    const selection = new LogSelection();
    selection.selectProduct('jfxr');
    expect(selection.product).toBe('jfrt');
    selection.markServiceChanged();
    selection.selectProduct('jfxr');
    expect([selection.product, selection.serviceChanged]).toEqual(['jfxr', true]);
    selection.take(config);
    expect([selection.serviceChanged, selection.node, selection.file]).toEqual([false, 'one', 'a.log']);
    selection.selectProduct('jfds');
    expect(selection.product).toBe('jfxr');
  });

  it('shows the HA status of its nodes, and is empty with the default product after a reset [logs-01] [logs-02]', () => {
    const selection = new LogSelection();
    selection.markServiceChanged();
    selection.selectProduct('jfmc');
    selection.take(config);
    expect(selection.ha).toBe(true);
    selection.reset();
    const { product, nodes, node, files, file, ha, serviceChanged } = selection;
    expect({ product, nodes, node, files, file, ha, serviceChanged }).toEqual({
      ...{ product: 'jfrt', nodes: [], node: '', files: [], file: '', ha: false, serviceChanged: false },
    });
    expect(selection.products.map(({ key }) => key)).toEqual([
      ...['jfrt', 'jfmc', 'jfxr', 'jfds', 'jfpip', 'jfisv'],
    ]);
  });
});

it('the countdown ticks each second from 10000 ms by default [logs-03]', () => {
  const due = vi.fn();
  const countdown = new Countdown(due);
  expect(countdown.remaining).toBe(10_000);
  for (let second = 9; second > 0; second -= 1) {
    countdown.tick();
    expect(countdown.seconds).toBe(second);
  }
  countdown.tick();
  expect(due).toHaveBeenCalledTimes(1);
  expect(countdown.seconds).toBe(10);
});

describe('the lines', () => {
  const data = (content: string, start: number): LogData => ({
    ...{ log_content: content, start, file_size: start + content.length, file_id: 'f' },
    ...{ last_update_modified: 1, last_update_label: '' },
  });

  it('are limited in memory, with the offset of the first one', () => {
    const lines = new LogLines();
    lines.append(data('0123456789\n'.repeat(MAX_LINES), 0));
    lines.append(data('the last one\n', MAX_LINES * 11));
    expect([lines.all.length, lines.start, lines.hasEarlier]).toEqual([MAX_LINES, 11, false]);
    expect(lines.all.at(-1)?.text).toBe('the last one');
  });

  it('can be extended with earlier ones', () => {
    const lines = new LogLines();
    lines.append(data('c\nd\n', 4));
    expect(lines.hasEarlier).toBe(true);
    lines.prepend(data('a\nb\n', 0));
    expect([lines.all.map(({ text }) => text).join(''), lines.hasEarlier]).toEqual(['abcd', false]);
    expect(new Set(lines.all.map(({ id }) => id)).size).toBe(4);
    expect(lines.offset).toBe(8);
  });
});
