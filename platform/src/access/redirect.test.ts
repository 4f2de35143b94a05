import { describe, expect, it } from 'vitest';
import { ownPath } from './redirect.ts';

const origin = 'https://console.example';

describe('ownPath', () => {
  it.each([
    ['/ui/packages', '/ui/packages'],
    ['/ui/packages?type=npm&q=a%20b#top', '/ui/packages?type=npm&q=a%20b#top'],
    ['/ui/packages/npm:%2F%2F@scope%2Fname', '/ui/packages/npm:%2F%2F@scope%2Fname'],
    ['/ui/search?aql=items.find()%0A.sort()', '/ui/search?aql=items.find()%0A.sort()'],
    ['/ui/out?to=https%3A%2F%2Felsewhere.example', '/ui/out?to=https%3A%2F%2Felsewhere.example'],
    [`${origin}/ui/`, '/ui/'],
  ])('accepts %s', (target, path) => {
    expect(ownPath(target, origin)).toBe(path);
  });

  it.each([
    '',
    'ui/packages',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '///elsewhere.example',
    'https://elsewhere.example',
    'https:elsewhere.example/x',
    'http://console.example/ui/',
    'https://console.example@elsewhere.example',
    'https://console.example.elsewhere.example',
    'https://user@console.example/ui/',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    'java\nscript:alert(1)',
    ' //elsewhere.example',
    '/%09/elsewhere.example',
    '/%2F/elsewhere.example',
    '/%2Felsewhere.example',
    '/%252Felsewhere.example',
    '/%25252525252Felsewhere.example',
    '/%5Celsewhere.example',
    '%2F%2Felsewhere.example',
    '/ui/..//elsewhere.example',
    '/./%2Felsewhere.example',
    '/ui/%2e%2e//elsewhere.example',
    '/ui/..%2F%2Felsewhere.example',
    '/ui/%zz',
  ])('rejects %j', (target) => {
    expect(() => ownPath(target, origin)).toThrow('Expected a path of this console');
  });

  it('never redirects to another site, regardless of spelling [login-15]', () => {
    const pieces = [
      [
        '/',
        '//',
        '\\',
        '%2f',
        '%5c',
        '%252F',
        '%2e',
        '.',
        '..',
        '%2e%2e',
        ':',
        '@',
        '?',
        '#',
        '%00',
        '%09',
        '\t',
      ],
      [
        '\n',
        '\r',
        '\0',
        ' ',
        '%20',
        'ui',
        'x',
        'elsewhere.example',
        'console.example',
        'https:',
        'http:',
        'javascript:',
      ],
      ['\u3002', '\uff0f', '\u2044', '\u00ad', '\ufeff', '[', ']', '%', ';', 'é', '{', '|'],
    ].flat();
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    let taken = 0;
    for (let round = 0; round < 60_000; round++) {
      const target = Array.from({ length: 1 + random(6) }, () => pieces[random(pieces.length)]).join('');
      let path: string;
      try {
        path = ownPath(target, origin);
      } catch {
        continue;
      }
      taken++;
      let reading = path;
      for (let depth = 0; depth < 4; depth++) {
        expect(new URL(reading, origin).origin, `${target} read as ${reading}`).toBe(origin);
        expect(reading, target).toMatch(/^\/(?![/\\])/);
        reading = decodeURIComponent(reading);
      }
    }
    expect(taken).toBeGreaterThan(500);
  });
});
