import type { LogData } from '@lading/contract/rest';
import { describe, expect, it, vi } from 'vitest';
import { Countdown } from './Countdown.ts';
import { LogLines, MAX_LINES } from './LogLines.ts';
import { LogSelection } from './LogSelection.ts';
import { ShownLines } from './ShownLines.ts';

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
    const lines = new LogLines({ node: '', product: 'jfrt', file: 'a.log' });
    lines.append(data('0123456789\n'.repeat(MAX_LINES), 0));
    lines.append(data('the last one\n', MAX_LINES * 11));
    expect([lines.all.length, lines.start, lines.hasEarlier]).toEqual([MAX_LINES, 11, false]);
    expect(lines.all.at(-1)?.text).toBe('the last one');
  });

  it('can be extended with earlier ones', () => {
    const lines = new LogLines({ node: '', product: 'jfrt', file: 'a.log' });
    lines.append(data('c\nd\n', 4));
    expect(lines.hasEarlier).toBe(true);
    lines.prepend(data('a\nb\n', 0));
    expect([lines.all.map(({ text }) => text).join(''), lines.hasEarlier]).toEqual(['abcd', false]);
    expect(new Set(lines.all.map(({ id }) => id)).size).toBe(4);
    expect(lines.offset).toBe(8);
  });
});

describe('the lines of several logs', () => {
  const data = (times: readonly string[], start = 0): LogData => {
    const content = times.map((time) => `{"level":"info","time":"${time}","msg":"żółw"}\n`).join('');
    return {
      ...{ log_content: content, start, file_size: start + new TextEncoder().encode(content).length },
      ...{ file_id: 'f', last_update_modified: 1, last_update_label: '' },
    };
  };
  const lines = new ShownLines();
  lines.show([
    { node: '', product: 'jfrt', file: 'a.log' },
    { node: '', product: 'jfxr', file: 'b.log' },
  ]);
  const [a, b] = lines.logs;
  const times = () => lines.all.map(({ time, source }) => `${time} ${source.file}`);

  it('are merged by time, from when all of them are loaded', () => {
    a?.append(data(['2', '4', '6'], 500));
    b?.append(data(['1', '3', '4', '5']));
    expect(times()).toEqual(['2 a.log', '3 b.log', '4 a.log', '4 b.log', '5 b.log', '6 a.log']);
    expect(new Set(lines.all.map(({ id }) => id)).size).toBe(6);
    expect([lines.hasEarlier, lines.earliest]).toEqual([true, a]);
    a?.prepend(data(['0', '2']));
    expect(times().slice(0, 3)).toEqual(['0 a.log', '1 b.log', '2 a.log']);
    expect(lines.hasEarlier).toBe(false);
  });

  it('have positions in their files, also after characters of several bytes', () => {
    const size = new TextEncoder().encode(data(['1']).log_content).length;
    expect(b?.all.slice(0, 3).map(({ position }) => position)).toEqual(['0.f', `${size}.f`, `${2 * size}.f`]);
  });

  it('of the previous file have no position, because it was renamed', () => {
    const log = new LogLines({ node: '', product: 'jfrt', file: 'a.log' });
    log.append(data(['1']));
    const after = data(['3'], 0);
    log.append({ ...after, log_content: data(['2', '3']).log_content, file_id: 'g', restarted: 'rotated' });
    expect(log.all.map(({ position, notice }) => position ?? notice)).toEqual([
      ...['0.f', 'rotated', undefined, '0.g'],
    ]);
  });
});
