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
    expect([lines.all.length, lines.first?.offset, lines.hasEarlier]).toEqual([MAX_LINES, 11, true]);
    expect(lines.all.at(-1)?.text).toBe('the last one');
  });

  it('are complete without duplicates if a stream is behind a page, or ahead of it', () => {
    const lines = new LogLines({ node: '', product: 'jfrt', file: 'a.log' });
    const texts = () => lines.all.map(({ text }) => text).join('');
    lines.append(data('a\nb\n', 0));
    lines.open(data('a\nb\nc\n', 0));
    // The stream has sent only up to b.
    lines.append(data('c\nd\n', 4));
    expect(texts()).toBe('abcd');
    lines.append(data('c\n', 4));
    expect([texts(), lines.offset]).toEqual(['abcd', 8]);
    // Requested before d was written.
    lines.open(data('b\nc\n', 2));
    expect([texts(), lines.last?.offset, lines.offset]).toEqual(['bc', 6, 8]);
    lines.extend(data('d\n', 6));
    expect([texts(), lines.hasLater]).toEqual(['bcd', false]);
  });

  it('are a range of a large log, and join without a gap in both directions', () => {
    const of = (at: number) => `line ${String(at).padStart(7, '0')}\n`;
    const [size, page, count] = [13, 4_000, 150_000];
    const pageOf = (first: number, end: number) =>
      data(Array.from({ length: end - first }, (_, at) => of(first + at)).join(''), first * size);
    const numbers = () => lines.all.map(({ text }) => Number(text.slice(5)));
    const isComplete = () =>
      numbers().every((number, at, all) => at === 0 || number === (all[at - 1] ?? 0) + 1);
    const lines = new LogLines({ node: '', product: 'jfrt', file: 'a.log' });
    lines.append(pageOf(count - page, count));
    while (lines.first && lines.hasEarlier) {
      const end = lines.first.offset / size;
      lines.prepend(pageOf(Math.max(0, end - page), end));
    }
    expect([lines.all.length, numbers()[0], isComplete()]).toEqual([MAX_LINES, 0, true]);
    expect([lines.hasEarlier, lines.hasLater, lines.last?.offset]).toEqual([false, true, MAX_LINES * size]);
    // New lines are not appended to a range that ends before them.
    lines.append(pageOf(count, count + 1));
    expect([lines.all.length, lines.offset]).toEqual([MAX_LINES, (count + 1) * size]);
    // A response to a request for another range.
    lines.prepend(pageOf(count - page, count));
    lines.extend(pageOf(count - page, count));
    expect([lines.all.length, isComplete()]).toEqual([MAX_LINES, true]);
    while (lines.last) {
      const from = lines.last.offset / size;
      lines.extend(pageOf(from, Math.min(count + 1, from + page)));
    }
    expect([numbers().at(-1), isComplete(), lines.hasEarlier]).toEqual([count, true, true]);
    lines.append(pageOf(count + 1, count + 2));
    expect(numbers().at(-1)).toBe(count + 1);
    expect(new Set(lines.all.map(({ id }) => id)).size).toBe(MAX_LINES);
  });

  it('of a rotated file are continued in the next file', () => {
    const lines = new LogLines({ node: '', product: 'jfrt', file: 'a.log' });
    lines.append(data('c\nd\n', 4));
    lines.replace(data('a\nb\n', 0));
    expect([lines.hasLater, lines.last]).toEqual([true, { offset: 4, fileId: 'f' }]);
    lines.append({ ...data('e\n', 0), file_id: 'g', restarted: 'rotated' });
    expect(lines.all.map(({ text }) => text)).toEqual(['a', 'b']);
    lines.extend(data('c\nd\n', 4));
    expect(lines.last).toEqual({ offset: 8, fileId: 'f' });
    lines.extend({ ...data('e\n', 0), file_id: 'g', restarted: 'rotated' });
    expect(lines.all.map(({ text, notice }) => notice ?? text)).toEqual(['a', 'b', 'c', 'd', 'rotated', 'e']);
    expect([lines.hasLater, lines.offset]).toEqual([false, 2]);
  });

  it('continue backwards in the file that was rotated before', () => {
    const lines = new LogLines({ node: '', product: 'jfrt', file: 'a.log' });
    const texts = () => lines.all.map(({ text, notice }) => notice ?? text);
    lines.append({ ...data('c\nd\n', 4), file_id: 'g' });
    expect(lines.hasEarlier).toBe(true);
    lines.prepend({ ...data('a\nb\n', 0), file_id: 'g', previous_file: true });
    expect([lines.hasEarlier, lines.first]).toEqual([true, { offset: 0, fileId: 'g' }]);
    lines.prepend({ ...data('y\nz\n', 2), restarted: 'rotated' });
    expect(texts()).toEqual(['y', 'z', 'rotated', 'a', 'b', 'c', 'd']);
    expect(lines.first).toEqual({ offset: 2, fileId: 'f' });
    // A response to a former request.
    lines.prepend({ ...data('y\nz\n', 2), restarted: 'rotated' });
    lines.prepend(data('x\n', 0));
    expect([texts(), lines.hasEarlier]).toEqual([['x', 'y', 'z', 'rotated', 'a', 'b', 'c', 'd'], false]);
    expect(new Set(lines.all.map(({ id }) => id)).size).toBe(8);
    lines.append({ ...data('e\n', 8), file_id: 'g' });
    expect(texts().at(-1)).toBe('e');
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
    const before = data(['0', '2']);
    a?.append(data(['2', '4', '6'], before.file_size));
    b?.append(data(['1', '3', '4', '5']));
    expect(times()).toEqual(['2 a.log', '3 b.log', '4 a.log', '4 b.log', '5 b.log', '6 a.log']);
    expect(new Set(lines.all.map(({ id }) => id)).size).toBe(6);
    expect([lines.hasEarlier, lines.earliest]).toEqual([true, a]);
    a?.prepend(before);
    expect(times().slice(0, 3)).toEqual(['0 a.log', '1 b.log', '2 a.log']);
    expect(lines.hasEarlier).toBe(false);
  });

  it('end where the first of them ends, if later lines are not loaded', () => {
    const shown = new ShownLines();
    shown.show(lines.logs.map(({ source }) => source));
    const [c, d] = shown.logs;
    c?.append(data(['6', '7', '8'], 500));
    d?.append(data(['1', '3', '5', '7']));
    c?.replace(data(['1', '2', '4']));
    expect([shown.completeUntil, shown.hasLater, shown.latest]).toEqual(['4', true, c]);
    expect(shown.all.map(({ time }) => time)).toEqual(['1', '1', '2', '3', '4']);
    expect(shown.range).toEqual({ since: '1', until: '4' });
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
