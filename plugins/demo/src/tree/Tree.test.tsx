import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openAt } from '../testing/openAt.ts';
import { Tree } from './Tree.tsx';

const NODES = [
  { key: 'a', label: 'A', children: [{ key: 'a1', label: 'A1' }] },
  { key: 'b', label: 'B', children: [{ key: 'b1', label: 'B1' }] },
];

it('is navigated with the keyboard and expanded with the pointer', async () => {
  openAt(
    '/demo',
    () => <Tree label="Letters" nodes={NODES} />,
    () => {},
  );
  const names = () => screen.getAllByRole('treeitem').map(({ textContent }) => textContent);
  expect(names()).toEqual(['A', 'A1', 'B']);
  await userEvent.tab();
  await userEvent.keyboard('{End}{ArrowRight}{ArrowRight}');
  expect(names()).toEqual(['A', 'A1', 'B', 'B1']);
  expect(document.activeElement?.textContent).toBe('B1');
  await userEvent.click(screen.getByRole('treeitem', { name: 'A' }));
  expect(names()).toEqual(['A', 'B', 'B1']);
  expect(screen.getByRole('treeitem', { name: 'A' }).getAttribute('aria-expanded')).toBe('false');
});
