import { expect, it } from 'vitest';
import { sortDirection } from './sortDirection.ts';

it.each(['asc', 'ascend', '$asc', 'ASC'])('takes %s as ascending [pkg-06]', (typed) => {
  expect(sortDirection(typed)).toBe('ASC');
});

it.each(['desc', 'descend', '$desc', 'Desc'])('takes %s as descending [pkg-06]', (typed) => {
  expect(sortDirection(typed)).toBe('DESC');
});

it.each(['', 'downwards', undefined, null])(
  'takes %j, which it does not know, as ascending [pkg-06]',
  (typed) => {
    expect(sortDirection(typed)).toBe('ASC');
  },
);
