import { FakeStorage } from '@lading/contract/testing';
import { expect, it } from 'vitest';
import type { Column } from './Column.ts';
import { TableLayout } from './TableLayout.ts';
import { toggleColumn } from './toggleColumn.ts';

const columns: Column<string>[] = [
  { key: 'name', title: 'Name', width: 'grow', link: true, cell: (row) => row },
  { key: 'size', title: 'Size', width: 100, cell: (row) => row.length },
];
const [name, size] = columns as [Column<string>, Column<string>];

it('stores hidden columns and widths', () => {
  const storage = new FakeStorage();
  const layout = new TableLayout(storage, 'boxes');
  expect(layout.visible(columns)).toBe(columns);
  toggleColumn(layout, size);
  layout.resize('size', 180.4);
  const again = new TableLayout(storage, 'boxes');
  expect(again.visible(columns)).toEqual([name]);
  expect(again.width(size)).toBe(180);
  toggleColumn(again, size);
  expect(again.visible(columns)).toBe(columns);
});

it('returns the same columns until they change, so that rows are not rendered again', () => {
  const layout = new TableLayout(new FakeStorage(), 'boxes');
  toggleColumn(layout, size);
  const shown = layout.visible(columns);
  expect(layout.visible(columns)).toBe(shown);
  toggleColumn(layout, size);
  expect(layout.visible(columns)).toBe(columns);
});

it('keeps the link column visible, and a minimum width for all columns', () => {
  const layout = new TableLayout(new FakeStorage(), 'boxes');
  toggleColumn(layout, name);
  layout.resize('size', 3);
  expect(layout.visible(columns)).toBe(columns);
  expect(layout.width(size)).toBe(64);
  expect(layout.width(name)).toBe('grow');
});

it('resets on request, and ignores invalid stored values', () => {
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

it('hides less important columns in narrow windows, until the user shows them', () => {
  const storage = new FakeStorage();
  const layout = new TableLayout(storage, 'boxes');
  const yielding: Column<string> = { ...size, yields: true };
  const both = [name, yielding];
  expect(layout.visible(both, true)).toEqual([name]);
  expect(layout.visible(both, false)).toBe(both);
  toggleColumn(layout, yielding, true);
  expect(layout.visible(both, true)).toBe(both);
  expect(new TableLayout(storage, 'boxes').visible(both, true)).toBe(both);
  toggleColumn(layout, yielding, true);
  expect(layout.visible(both, false)).toEqual([name]);
});

it('hides a less important column of links, which is not the link of the row', () => {
  const layout = new TableLayout(new FakeStorage(), 'boxes');
  const star: Column<string> = { ...size, key: 'star', link: true, yields: true };
  const both = [name, star];
  expect(layout.visible(both, true)).toEqual([name]);
  toggleColumn(layout, star, false);
  expect(layout.visible(both, false)).toEqual([name]);
});

it('keeps columns that yield last in narrow windows that have room', () => {
  const layout = new TableLayout(new FakeStorage(), 'boxes');
  const last: Column<string> = { ...size, yields: 'last' };
  const both = [name, last];
  expect(layout.visible(both, true)).toBe(both);
});
