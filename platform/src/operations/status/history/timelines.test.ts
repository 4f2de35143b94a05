import type { StatusPeriod } from '@lading/contract/rest';
import { describe, expect, it } from 'vitest';
import type { Change, StatusState } from './changes.ts';
import { combine, periodsOf } from './timelines.ts';

const range = { from: 100, to: 200 };
const at = (began: number, state: StatusState, message = ''): Change => ({
  ...{ kind: 'node', name: '', began, state, message },
});
const short = (periods: readonly StatusPeriod[]) =>
  periods.map(({ from, to, state, node_ids }) => [from, to, state, ...node_ids]);

describe('the history of a node', () => {
  it('is unknown before the first record, never healthy', () => {
    expect(short(periodsOf([], range))).toEqual([[100, 200, 'unknown']]);
    expect(short(periodsOf([at(150, 'ok')], range))).toEqual([
      [100, 150, 'unknown'],
      [150, 200, 'ok'],
    ]);
  });

  it('continues a state from before the range, and joins equal states', () => {
    const changes = [at(20, 'failed'), at(50, 'ok'), at(120, 'offline'), at(130, 'ok'), at(140, 'ok')];
    expect(short(periodsOf(changes, range))).toEqual([
      [100, 120, 'ok'],
      [120, 130, 'offline'],
      [130, 200, 'ok'],
    ]);
  });
});

describe('the history of a dependency', () => {
  const seenBy = (node: string, ...changes: Change[]) => ({ node, periods: periodsOf(changes, range) });
  const running = (...ids: string[]) => new Map(ids.map((id) => [id, periodsOf([at(0, 'ok')], range)]));

  it('is the worst state that a node saw, with the nodes', () => {
    const seen = [
      seenBy('a', at(0, 'ok'), at(110, 'degraded'), at(150, 'ok')),
      seenBy('b', at(0, 'ok'), at(120, 'failed', 'ECONNREFUSED'), at(130, 'ok')),
    ];
    const periods = combine(seen, running('a', 'b'), range);
    expect(short(periods)).toEqual([
      [100, 110, 'ok'],
      [110, 120, 'degraded', 'a'],
      [120, 130, 'failed', 'b'],
      [130, 150, 'degraded', 'a'],
      [150, 200, 'ok'],
    ]);
    expect(periods[2]?.message).toBe('ECONNREFUSED');
  });

  it('is unknown while no node that saw it was running', () => {
    const nodes = running('a', 'b');
    nodes.set('a', periodsOf([at(0, 'ok'), at(120, 'offline'), at(140, 'ok')], range));
    const seen = [seenBy('a', at(0, 'ok'))];
    expect(short(combine(seen, nodes, range))).toEqual([
      [100, 120, 'ok'],
      [120, 140, 'unknown'],
      [140, 200, 'ok'],
    ]);
    const both = [...seen, seenBy('b', at(0, 'ok'))];
    expect(short(combine(both, nodes, range))).toEqual([[100, 200, 'ok']]);
  });
});
