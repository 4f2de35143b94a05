import { FakeStorage } from '@lading/contract/testing';
import { expect, it } from 'vitest';
import type { Column } from './Column.ts';
import { TableLayout } from './TableLayout.ts';

const columns: Column<string>[] = [
  { key: 'name', title: 'Name', width: 'grow', link: true, cell: (row) => row },
  { key: 'size', title: 'Size', width: 100, cell: (row) => row.length },
];
const [name, size] = columns as [Column<string>, Column<string>];

it('remembers what is hidden and how wide the rest is', () => {
  const storage = new FakeStorage();
  const layout = new TableLayout(storage, 'boxes');
  expect(layout.visible(columns)).toBe(columns);
  layout.toggle('size');
  layout.resize('size', 180.4);
  const again = new TableLayout(storage, 'boxes');
  expect(again.visible(columns)).toEqual([name]);
  expect(again.width(size)).toBe(180);
  again.toggle('size');
  expect(again.visible(columns)).toBe(columns);
});

it('keeps the column that leads to the row, and every column wide enough to be seen', () => {
  const layout = new TableLayout(new FakeStorage(), 'boxes');
  layout.toggle('name');
  layout.resize('size', 3);
  expect(layout.visible(columns)).toBe(columns);
  expect(layout.width(size)).toBe(64);
  expect(layout.width(name)).toBe('grow');
});

it('forgets on request, and makes nothing of what it has not written', () => {
  const storage = new FakeStorage();
  const layout = new TableLayout(storage, 'boxes');
  layout.resize('size', 200);
  layout.reset();
  expect(layout.changed).toBe(false);
  expect(storage.values.size).toBe(0);
  for (const text of ['{', '{}', '{"hidden":1,"widths":{}}', '{"hidden":[],"widths":{"size":"wide"}}']) {
    storage.set('table.boxes', text);
    expect(new TableLayout(storage, 'boxes').width(size)).toBe(100);
  }
});
