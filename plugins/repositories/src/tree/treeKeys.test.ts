import { describe, expect, it } from 'vitest';
import type { NodeRow, Row } from './rows.ts';
import { treeMove, typedRow } from './treeKeys.ts';

const node = (
  key: string,
  level: number,
  type: 'repository' | 'folder' | 'file',
  parent?: string,
): NodeRow => ({
  kind: 'node',
  key,
  level,
  parent,
  node: { type, repoKey: 'r', path: key, text: key },
});
const rows: Row[] = [
  node('r', 1, 'repository'),
  { kind: 'previous', key: 'r|previous', level: 2, parent: 'r' },
  node('folder', 2, 'folder', 'r'),
  node('file', 2, 'file', 'r'),
  { kind: 'next', key: 'r|next', level: 2, parent: 'r' },
  node('s', 1, 'repository'),
];
const isOpen = ({ key }: NodeRow) => key === 'r';
const press = (key: string, at: number) => {
  const move = treeMove(key, rows, at, isOpen, 2);
  if (move && 'tick' in move) return `tick ${move.tick.map((row) => row.key).join(' ')}`;
  return move && Object.entries(move).map(([what, row]) => `${what} ${(row as NodeRow).key}`)[0];
};

describe('keys in the tree', () => {
  it.each([
    ['ArrowDown', 0, 'focus folder'],
    ['ArrowDown', 3, 'focus s'],
    ['ArrowDown', 5, undefined],
    ['ArrowUp', 5, 'focus file'],
    ['ArrowUp', 0, undefined],
    ['Home', 3, 'focus r'],
    ['End', 0, 'focus s'],
    ['PageDown', 0, 'focus folder'],
    ['PageUp', 5, 'focus file'],
    ['ArrowRight', 0, 'focus folder'],
    ['ArrowRight', 2, 'open folder'],
    ['ArrowRight', 3, undefined],
    ['ArrowLeft', 0, 'close r'],
    ['ArrowLeft', 3, 'focus r'],
    ['ArrowLeft', 5, undefined],
    ['Enter', 3, 'choose file'],
    [' ', 0, 'choose r'],
    [' ', 2, 'tick folder'],
    ['F5', 2, undefined],
  ])('%s at %i: %s', (key, at, expected) => {
    expect(press(key, at)).toBe(expected);
  });

  it('swap left and right in right-to-left languages', () => {
    const arrows = { opens: 'ArrowLeft', closes: 'ArrowRight' };
    expect(treeMove('ArrowLeft', rows, 2, isOpen, 2, arrows)).toEqual({ open: rows[2] });
    expect(treeMove('ArrowRight', rows, 0, isOpen, 2, arrows)).toEqual({ close: rows[0] });
  });

  it('find typed text, and wrap around', () => {
    expect(typedRow(rows, 0, 'F')).toBe(rows[2]);
    expect(typedRow(rows, 2, 'f')).toBe(rows[3]);
    expect(typedRow(rows, 3, 'fi')).toBe(rows[3]);
    expect(typedRow(rows, 3, 'r')).toBe(rows[0]);
    expect(typedRow(rows, 3, 'x')).toBeUndefined();
  });
});
