import { expect, it } from 'vitest';
import { defaultRounds, roundsOf } from './roundsOf.ts';

it('runs all parts, or those that are named, with their rounds', () => {
  expect(Object.fromEntries(roundsOf([]))).toEqual(defaultRounds);
  expect([...roundsOf(['nodes=12', 'images'])]).toEqual([
    ['nodes', 12],
    ['images', 20],
  ]);
});

it.each(['nodeKills', 'nodes=', 'nodes=0', 'nodes=many', 'nodes=1=2', '50', 'toString'])(
  'rejects %s instead of running nothing',
  (argument) => {
    expect(() => roundsOf([argument])).toThrow('Parts: kills, images, bundles, nodes');
  },
);
