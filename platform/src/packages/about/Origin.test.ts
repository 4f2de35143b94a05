import { describe, expect, it } from 'vitest';
import { peopleOf, sourcePage, webPage } from './Origin.ts';

describe('the origin of a package', () => {
  it.each([
    ['git+https://github.com/a/b.git', 'https://github.com/a/b'],
    ['git://github.com/a/b.git#main', 'https://github.com/a/b'],
    ['git+ssh://git@github.com/a/b.git', 'https://github.com/a/b'],
    ['git@gitlab.com:a/b/c.git', 'https://gitlab.com/a/b/c'],
    ['scm:git:https://github.com/a/b.git', 'https://github.com/a/b'],
    ['github:a/b', 'https://github.com/a/b'],
    ['a/b', 'https://github.com/a/b'],
    ['https://user:secret@example.com/a', undefined],
    ['javascript:alert(1)', undefined],
    ['', undefined],
    [{}, undefined],
  ])('has the web page of %s', (given, page) => {
    expect(sourcePage(given)).toBe(page);
  });

  it('rejects addresses that are not web pages', () => {
    expect(webPage(' https://example.com/a ')).toBe('https://example.com/a');
    expect(webPage('data:text/html,x')).toBeUndefined();
    expect(webPage('example.com')).toBeUndefined();
  });

  it('lists the names of people once each', () => {
    expect(
      peopleOf(
        'Rosa <rosa@example.com> (https://example.com)',
        { name: 'Rosa' },
        [{ email: 'k@example.com' }, 7],
        undefined,
      ),
    ).toEqual(['Rosa', 'k@example.com']);
    expect(peopleOf('<a@example.com>')).toEqual(['a@example.com']);
  });
});
