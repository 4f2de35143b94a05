import { describe, expect, it } from 'vitest';
import { nameOf, parseMap, placeOf } from './parseMap.ts';

const fault = (text: string, devOrigin?: string) => {
  const parsed = parseMap(text, devOrigin ? { devOrigin } : {});
  return 'fault' in parsed ? `${parsed.fault.line}: ${parsed.fault.reason}` : 'none';
};
const map = (...lines: string[]) => `{\n  "imports": {\n${lines.join(',\n')}\n  }\n}`;

describe('an import map', () => {
  it('names plug-ins in three forms, with an address or null [mfe-01]', () => {
    const parsed = parseMap(
      map(
        '"@lading/plugin-a": "/ui/plugins/a/1.0.0/plugin.js"',
        '"lading-plugin-b": null',
        '"@far/lading-plugin-c": "/ui/plugins/c/2.0.0-beta.1+x/plugin.js"',
      ),
      {},
    );
    expect('imports' in parsed && [...parsed.imports]).toEqual([
      ['@lading/plugin-a', '/ui/plugins/a/1.0.0/plugin.js'],
      ['lading-plugin-b', null],
      ['@far/lading-plugin-c', '/ui/plugins/c/2.0.0-beta.1+x/plugin.js'],
    ]);
    expect(['@lading/plugin-a', 'lading-plugin-b', '@far/lading-plugin-c', '@lading/ui'].map(nameOf)).toEqual(
      ['a', 'b', 'c', undefined],
    );
    expect(placeOf('/ui/plugins/c/2.0.0-beta.1+x/plugin.js')).toEqual({
      name: 'c',
      version: '2.0.0-beta.1+x',
    });
  });

  it.each([
    ['', /^1: it is not JSON/],
    [
      map('"@lading/plugin-a": null', '"@lading/plugin-b": oops'),
      /^4: it is not JSON: at "oops" this cannot stand/,
    ],
    [map('"@lading/plugin-a": null', "'@lading/plugin-b': null"), /^4: it is not JSON/],
    ['// by hand\n{ "imports": {} }', /^1: it is not JSON: .*no comments/],
    ['[]', /^1: an object \{ "imports"/],
    ['{ "imports": [] }', /^1: an object/],
    ['{\n  "imports": {},\n  "scopes": {}\n}', /^3: "scopes" is not known here/],
    [map('"@lading/plugin-a": "/ui/plugins/a/1.0.0/plugin.js",'), /^4: it is not JSON/],
    [map('"@lading/ui": "/ui/plugins/a/1.0.0/plugin.js"'), /^3: "@lading\/ui" is not the name of a plug-in/],
    [map('"@lading/plugin-a": null', '"@lading/plugin-b": 1'), /^4: "@lading\/plugin-b" must be an address/],
    [
      map('"@lading/plugin-a": "/ui/plugins/a/plugin.js"'),
      /^3: .*expected is \/ui\/plugins\/a\/VERSION\/plugin\.js/,
    ],
    [map('"@lading/plugin-a": "/ui/plugins/a/../b/1.0.0/plugin.js"'), /^3: .*expected is/],
    [map('"@lading/plugin-a": "/ui/assets/core.js"'), /^3: .*expected is/],
    [
      map('"@lading/plugin-a": "https://example.org/plugin.js"'),
      /^3: .*https:\/\/example\.org, another origin, and LADING_DEV_ORIGIN is not set/,
    ],
    [map('"@lading/plugin-a": "//example.org/plugin.js"'), /^3: .*expected is/],
    [map('"@lading/plugin-a": "data:text/javascript,1"'), /^3: .*another origin/],
    [
      map('"@lading/plugin-a": null', '"@lading/plugin-a": null'),
      /^4: "@lading\/plugin-a" stands in the map twice/,
    ],
  ])('that does not hold is refused with line and reason: %j', (text, expected) => {
    expect(fault(text)).toMatch(expected);
  });

  it('takes the one development origin, and no other', () => {
    const dev = 'http://localhost:5173';
    expect(fault(map(`"@lading/plugin-a": "${dev}/plugin.js"`), dev)).toBe('none');
    expect(fault(map('"@lading/plugin-a": "http://localhost:5174/plugin.js"'), dev)).toMatch(
      /LADING_DEV_ORIGIN allows http:\/\/localhost:5173 alone/,
    );
  });
});
