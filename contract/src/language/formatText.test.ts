import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { formatText, type TextValues } from './formatText.ts';

const FILES =
  '{count, plural, =0 {Brak plików} one {# plik} few {# pliki} many {# plików} other {# pliku}} w {repo}';

describe('formatText', () => {
  it.each([
    ['en', 'Plain', {}],
    ['en', 'It’s {name}, isn’t it', { name: 'ada' }],
    ['en', "{count} of {total, number} in ''quotes''", { count: 1234, total: 9_876_543 }],
    ['pl', FILES, { count: 0, repo: 'npm' }],
    ['pl', FILES, { count: 1, repo: 'npm' }],
    ['pl', FILES, { count: 22, repo: 'npm' }],
    ['pl', FILES, { count: 12, repo: 'npm' }],
    ['pl', FILES, { count: 1.5, repo: 'npm' }],
    ['ar', '{n, plural, zero {z} one {o} two {t} few {f #} many {m #} other {x #}}', { n: 11 }],
    ['en', '{n, plural, offset:1 =1 {you} one {you and # other} other {you and # others}}', { n: 4 }],
    ['en', '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { n: 23 }],
    [
      'en',
      '{who, select, me {Yours} other {{n, plural, one {# file} other {# files}} of {who}}}',
      { who: 'ada', n: 2 },
    ],
    ['en', "A '{'brace'}' stays, and it's fine", {}],
    ['en', "{n, plural, other {'#' is #}}", { n: 3 }],
  ] satisfies [string, string, TextValues][])(
    'in %s returns the same as FormatJS: %s',
    (tag, text, values) => {
      expect(formatText(tag, text, values)).toBe(new IntlMessageFormat(text, tag).format(values));
    },
  );

  it('keeps the names of missing values', () => {
    expect(formatText('en', 'In {repo}')).toBe('In {repo}');
  });

  it.each([
    '{',
    'a } b',
    '{n, plural, one {x}}',
    '{n, date}',
    '{a b}',
    '{n, plural, other {x}',
    '{n, plural, {x}}',
  ])('returns an invalid text unchanged: %s', (text) => {
    expect(formatText('en', text, { n: 1, a: 'x' })).toBe(text);
  });

  it('does not use inherited object properties as forms', () => {
    expect(formatText('en', '{who, select, other {x}}', { who: 'constructor' })).toBe('x');
    expect(formatText('en', '{toString}')).toBe('{toString}');
  });
});
