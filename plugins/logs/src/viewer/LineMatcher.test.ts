import { describe, expect, it } from 'vitest';
import { type Criteria, matcherOf, NO_CRITERIA } from './criteria.ts';
import { type FilterResult, LineMatcher, type SentLine } from './LineMatcher.ts';

const line = (fields: object) =>
  JSON.stringify({ level: 'info', time: '2026-11-23T10:11:12.345Z', ...fields });
const matches = (criteria: Partial<Criteria>, text: string) =>
  matcherOf({ ...NO_CRITERIA, ...criteria })(text);

describe('the criteria of a line', () => {
  it.each<[Partial<Criteria>, string, boolean]>([
    [{ level: 'warn' }, line({ level: 'error' }), true],
    [{ level: 'warn' }, line({}), false],
    [{ level: 'warn' }, 'of another program', false],
    [{ text: 'KITE' }, 'a Kite', true],
    [{ requestId: 'b-1' }, line({ requestId: 'a-B-1' }), true],
    [{ requestId: 'b-1' }, line({ msg: 'b-1' }), false],
    [{ requestId: 'b-1' }, 'b-1 of another program', false],
    [{ requestId: 'b-1' }, '{"requestId":"b-1"', false],
    [{ user: 'ada' }, line({ user: 'Ada' }), true],
    [{ user: 'ada' }, line({ user: 'eve', by: 'ada' }), true],
    [{ user: 'ada' }, line({ url: '/users/ada', user: 'eve' }), false],
    [{ user: 'ada', text: 'kite', level: 'info' }, line({ user: 'ada', msg: 'a kite' }), true],
    [{ user: 'ada', text: 'boat' }, line({ user: 'ada', msg: 'a kite' }), false],
  ])('%j and %s: %s', (criteria, text, expected) => expect(matches(criteria, text)).toBe(expected));
});

describe('the matcher', () => {
  const lines = Array.from({ length: 24_000 }, (_, at): SentLine => [at, `line ${at}`]);
  const start = () => {
    const results: FilterResult[] = [];
    const pauses: (() => void)[] = [];
    const matcher = new LineMatcher(
      (result) => results.push(result),
      () => new Promise((resolve) => pauses.push(resolve)),
    );
    const resume = async () => {
      pauses.shift()?.();
      await Promise.resolve();
      await Promise.resolve();
    };
    return { matcher, results, resume };
  };

  it('judges in batches, and stops for new criteria', async () => {
    const { matcher, results, resume } = start();
    await matcher.take({ add: lines });
    expect(results).toEqual([]);
    void matcher.take({ criteria: { ...NO_CRITERIA, text: 'line 1' }, run: 1 });
    void matcher.take({ criteria: { ...NO_CRITERIA, text: 'line 23999' }, run: 2 });
    await resume();
    await resume();
    await resume();
    expect(results.map(({ run, judged }) => [run, judged])).toEqual([
      [1, 10_000],
      [2, 10_000],
      [2, 10_000],
      [2, 4000],
    ]);
    expect(results.filter(({ run }) => run === 2).flatMap(({ matching }) => matching)).toEqual([23_999]);
  });

  it('judges lines once, also those that arrive meanwhile, and forgets dropped ones', async () => {
    const { matcher, results, resume } = start();
    await matcher.take({ add: lines });
    await matcher.take({ drop: lines.slice(0, 12_000).map(([id]) => id) });
    void matcher.take({ criteria: { ...NO_CRITERIA, text: 'line' }, run: 1 });
    await matcher.take({ add: [[30_000, 'line of later']] });
    await resume();
    const judged = results.flatMap(({ matching }) => matching);
    expect(judged).toHaveLength(12_001);
    expect(new Set(judged).size).toBe(12_001);
  });
});
