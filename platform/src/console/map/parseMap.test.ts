import { describe, expect, it } from 'vitest';
import { parseMap, placeOf } from './parseMap.ts';
import { nameOf } from './pluginName.ts';

const fault = (text: string, devOrigin?: string) => {
  const parsed = parseMap(text, devOrigin ? { devOrigin } : {});
  if ('fault' in parsed) return `whole ${parsed.fault.line}: ${parsed.fault.reason}`;
  const rejected = [...parsed.entries.values()].flatMap((entry) =>
    'rejected' in entry ? entry.rejected : [],
  );
  return [...parsed.faults, ...rejected].map(({ line, reason }) => `${line}: ${reason}`).join('\n') || 'none';
};
const map = (...lines: string[]) => `{\n  "imports": {\n${lines.join(',\n')}\n  }\n}`;

describe('an import map', () => {
  it('accepts three forms of plugin names, with an address or null [mfe-01]', () => {
    const parsed = parseMap(
      map(
        '"@lading/plugin-a": "/ui/plugins/a/1.0.0/plugin.js"',
        '"lading-plugin-b": null',
        '"@far/lading-plugin-c": "/ui/plugins/c/2.0.0-beta.1+x/plugin.js"',
      ),
      {},
    );
    expect('entries' in parsed && [...parsed.entries]).toEqual([
      ['@lading/plugin-a', { address: '/ui/plugins/a/1.0.0/plugin.js' }],
      ['lading-plugin-b', { address: null }],
      ['@far/lading-plugin-c', { address: '/ui/plugins/c/2.0.0-beta.1+x/plugin.js' }],
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
    ['', /^whole 1: invalid JSON/],
    [
      map('"@lading/plugin-a": null', '"@lading/plugin-b": oops'),
      /^whole 4: invalid JSON: at "oops" unexpected character/,
    ],
    [map('"@lading/plugin-a": null', "'@lading/plugin-b': null"), /^whole 4: invalid JSON/],
    ['// by hand\n{ "imports": {} }', /^whole 1: invalid JSON: .*not support comments/],
    ['[]', /^whole 1: expected an object \{ "imports"/],
    ['{ "imports": [] }', /^whole 1: expected an object/],
    ['{\n  "imports": {},\n  "scopes": {}\n}', /^3: unknown field "scopes"/],
    [map('"@lading/plugin-a": "/ui/plugins/a/1.0.0/plugin.js",'), /^whole 4: invalid JSON/],
    [map('"@lading/ui": "/ui/plugins/a/1.0.0/plugin.js"'), /^3: invalid plugin name "@lading\/ui"/],
    [map('"@lading/plugin-a": null', '"@lading/plugin-b": 1'), /^4: invalid value of "@lading\/plugin-b"/],
    [
      map('"@lading/plugin-a": "/ui/plugins/a/plugin.js"'),
      /^3: .*expected \/ui\/plugins\/a\/VERSION\/plugin\.js/,
    ],
    [map('"@lading/plugin-a": "/ui/plugins/a/../b/1.0.0/plugin.js"'), /^3: .*expected/],
    [map('"@lading/plugin-a": "/ui/assets/core.js"'), /^3: .*expected/],
    [
      map('"@lading/plugin-a": "https://example.org/plugin.js"'),
      /^3: .*another origin, https:\/\/example\.org, and LADING_DEV_ORIGIN is not set/,
    ],
    [map('"@lading/plugin-a": "//example.org/plugin.js"'), /^3: .*expected/],
    [map('"@lading/plugin-a": "data:text/javascript,1"'), /^3: .*another origin/],
    [map('"@lading/plugin-a": null', '"@lading/plugin-a": null'), /^4: "@lading\/plugin-a" is listed twice/],
  ])('is rejected with line and reason if invalid: %j', (text, expected) => {
    expect(fault(text)).toMatch(expected);
  });

  it('rejects an invalid entry and keeps the others [mfe-05]', () => {
    const parsed = parseMap(
      map(
        '"@lading/plugin-a": 1',
        '"@lading/plugin-b": null',
        '"react": "/x.js"',
        '"@lading/plugin-c": null',
      ),
      {},
    );
    if ('fault' in parsed) throw new Error(parsed.fault.reason);
    expect([...parsed.entries].map(([name, entry]) => [name, 'address' in entry])).toEqual([
      ['@lading/plugin-a', false],
      ['@lading/plugin-b', true],
      ['react', false],
      ['@lading/plugin-c', true],
    ]);
  });

  it('cannot turn off the sign-in page', () => {
    expect(fault(map('"@lading/plugin-auth": null'))).toMatch(
      /^3: "@lading\/plugin-auth" cannot be turned off/,
    );
  });

  it('suggests the correct address if /ui is missing', () => {
    expect(fault(map('"@lading/plugin-a": "/plugins/a/1.0.0/plugin.js"'))).toMatch(
      /without \/ui; expected \/ui\/plugins\/a\/1\.0\.0\/plugin\.js$/,
    );
  });

  it('accepts only the configured development origin', () => {
    const dev = 'http://localhost:5173';
    expect(fault(map(`"@lading/plugin-a": "${dev}/plugin.js"`), dev)).toBe('none');
    expect(fault(map('"@lading/plugin-a": "http://localhost:5174/plugin.js"'), dev)).toMatch(
      /LADING_DEV_ORIGIN allows only http:\/\/localhost:5173/,
    );
  });
});
