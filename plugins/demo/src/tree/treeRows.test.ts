import { expect, it } from 'vitest';
import { treeMove, treeRows } from './treeRows.ts';

const NODES = [
  {
    key: 'a',
    label: 'A',
    children: [
      { key: 'a1', label: 'A1' },
      { key: 'a2', label: 'A2', children: [] },
    ],
  },
  { key: 'b', label: 'B' },
];
const rows = (...open: string[]) => treeRows(NODES, new Set(open));

it('returns the visible rows with their positions [route-05]', () => {
  expect(rows().map(({ node, open }) => [node.key, open])).toEqual([
    ['a', false],
    ['b', undefined],
  ]);
  expect(
    rows('a').map(({ node, level, position, siblings }) => [node.key, level, position, siblings]),
  ).toEqual([
    ['a', 1, 1, 2],
    ['a1', 2, 1, 2],
    ['a2', 2, 2, 2],
    ['b', 1, 2, 2],
  ]);
});

it.each([
  ['ArrowDown', [], 'a', { focus: 'b' }],
  ['ArrowDown', [], 'b', undefined],
  ['ArrowUp', ['a'], 'b', { focus: 'a2' }],
  ['Home', ['a'], 'b', { focus: 'a' }],
  ['End', ['a'], 'a', { focus: 'b' }],
  ['ArrowRight', [], 'a', { toggle: 'a' }],
  ['ArrowRight', ['a'], 'a', { focus: 'a1' }],
  ['ArrowRight', [], 'b', undefined],
  ['ArrowLeft', ['a'], 'a', { toggle: 'a' }],
  ['ArrowLeft', ['a'], 'a2', { focus: 'a' }],
  ['ArrowLeft', [], 'a', undefined],
  ['Enter', [], 'a', { toggle: 'a' }],
  [' ', [], 'b', undefined],
  ['x', [], 'a', undefined],
  ['ArrowDown', [], 'gone', undefined],
])('%s with %j open, on %s: %j', (key, open, active, move) => {
  expect(treeMove(key, rows(...open), active)).toEqual(move);
});
