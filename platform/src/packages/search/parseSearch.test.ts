import { describe, expect, it } from 'vitest';
import { HttpError } from '../../errors/HttpError.ts';
import { processorMs } from '../../testing/processorMs.ts';
import { Random } from '../testing/random.ts';
import { maxSearchLength, parseSearch } from './parseSearch.ts';
import { wordQuery } from './wordsOf.ts';

describe('parseSearch', () => {
  it('reads words, conditions, quotes, and exclusions', () => {
    expect(
      parseSearch('  left "two words" -not -"not this" type:npm,maven -license:"GPL 3" severity>=HIGH'),
    ).toEqual({
      words: [
        { text: 'left', quoted: false, excluded: false, at: 2 },
        { text: 'two words', quoted: true, excluded: false, at: 7 },
        { text: 'not', quoted: false, excluded: true, at: 20 },
        { text: 'not this', quoted: true, excluded: true, at: 25 },
      ],
      terms: [
        {
          key: 'type',
          operator: ':',
          values: [
            { text: 'npm', quoted: false },
            { text: 'maven', quoted: false },
          ],
          excluded: false,
          at: 36,
        },
        { key: 'license', operator: ':', values: [{ text: 'GPL 3', quoted: true }], excluded: true, at: 51 },
        {
          key: 'severity',
          operator: '>=',
          values: [{ text: 'HIGH', quoted: false }],
          excluded: false,
          at: 68,
        },
      ],
    });
  });

  it.each(['org.acme:http', 'a>b', '-', '- x', 'image:tag', '@acme/x', 'http://example.org/a:b', '""'])(
    'takes %j for words',
    (text) => {
      expect(parseSearch(text).terms).toEqual([]);
    },
  );

  it('reads or rejects every text, in linear time', () => {
    const random = new Random(20);
    const pieces = [
      'type',
      ':',
      '>=',
      '<',
      '"',
      '-',
      ' ',
      ',',
      'react',
      '*',
      '?',
      '@',
      '1.2',
      'é',
      '\\',
      "'",
      '\t',
      'severity',
      '=',
      '%',
      '_',
      'license',
      '\u{1f600}',
    ];
    const times: number[] = [];
    let rejected = 0;
    for (let turn = 0; turn < 20_000; turn++) {
      const length = random.below(40);
      const text = Array.from({ length }, () => pieces[random.below(pieces.length)])
        .join('')
        .slice(0, maxSearchLength);
      times.push(
        processorMs(() => {
          try {
            const { words } = parseSearch(text);
            wordQuery(words.map((word) => word.text));
          } catch (error) {
            if (!(error instanceof HttpError) || error.status !== 400) throw new Error(`${text}: ${error}`);
            expect(error.message).toMatch(/^Invalid search.*: .+\. .+\.$/s);
            rejected++;
          }
        }),
      );
    }
    expect(rejected).toBeGreaterThan(1000);
    // Not the slowest, which may include a collection of garbage.
    expect(times.sort((one, other) => one - other)[19_000]).toBeLessThan(20);
  });
});

describe('wordQuery', () => {
  it('matches beginnings of words of three or more characters', () => {
    expect(wordQuery(['@babel/core', 'go', "it's"])).toBe("'babel':* & 'core':* & 'go' & 'it' & 's'");
    expect(wordQuery(['...'])).toBeUndefined();
  });
});
