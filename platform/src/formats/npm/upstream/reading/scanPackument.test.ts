import { describe, expect, it } from 'vitest';
import { JsonBytes, NotWalkable } from './JsonBytes.ts';
import { readPackument } from './readPackument.ts';
import { rewritePackument } from './rewritePackument.ts';
import { scanPackument, timesIn } from './scanPackument.ts';

const base = 'https://up.example/';

/** A packument in the format of registries; the changes go into its only version. */
const packument = (manifest: Record<string, unknown> = {}, top: Record<string, unknown> = {}) => ({
  _id: '@s/a',
  _rev: '12-ab',
  name: '@s/a',
  'dist-tags': { latest: '1.0.0' },
  versions: {
    '1.0.0': {
      name: '@s/a',
      version: '1.0.0',
      description: 'Grüße an "alle" \\ \u2028',
      dist: {
        shasum: '00',
        tarball: `${base}@s/a/-/a-1.0.0.tgz`,
        integrity: 'sha512-abc==',
        signatures: [{ keyid: 'k', sig: 's' }],
      },
      ...manifest,
    },
  },
  time: { created: '2020-01-01T00:00:00.000Z', '1.0.0': '2020-01-02T00:00:00.000Z' },
  ...top,
});
type Form = 'full' | 'short';

const scan = (text: string, form: Form = 'full') => scanPackument(Buffer.from(text), '@s/a', form, base);
const rewrite = (text: string, form: Form = 'full') => rewritePackument(text, '@s/a', form, base);
const shownOf = (read: ReturnType<typeof readPackument>) =>
  typeof read === 'object' ? { ...read, text: JSON.parse(read.text.toString()) } : read;

describe('a scanned packument', () => {
  it('has the same result as a parsed one', () => {
    const elsewhere = { dist: { tarball: 'https://cdn.example/x.tgz', integrity: 7, more: null } };
    for (const given of [
      packument(),
      packument(elsewhere),
      packument({ tarball: 'x', deep: [[{}], -1.5e3] }),
    ]) {
      for (const text of [JSON.stringify(given), JSON.stringify(given, null, '\t')]) {
        const scanned = scan(text);
        expect(scanned).toBeDefined();
        expect(shownOf(scanned)).toEqual(shownOf(rewrite(text)));
        expect(String(scanned?.text)).not.toContain('_rev');
        expect(String(scanned?.text)).toContain('"tarball":"lading:@s/a/-/a-1.0.0.tgz"');
        expect(timesIn(scanned?.text ?? Buffer.from(''))['1.0.0']).toBe('2020-01-02T00:00:00.000Z');
      }
    }
  });

  it('is accepted in short form if it has no other fields', () => {
    const { name, 'dist-tags': tags, versions } = packument();
    const { description: _description, ...manifest } = versions['1.0.0'];
    const short = (more: object = {}, top: object = {}) =>
      JSON.stringify({
        name,
        'dist-tags': tags,
        modified: 'm',
        versions: { '1.0.0': { ...manifest, ...more } },
        ...top,
      });
    const plain = short({ engines: { node: '>=1' } });
    expect(shownOf(scan(plain, 'short'))).toEqual(shownOf(rewrite(plain, 'short')));
    for (const text of [
      short({ readme: 'x' }),
      short({ scripts: { install: 'x' } }),
      short({}, { time: {} }),
    ]) {
      expect(scan(text, 'short')).toBeUndefined();
      expect(shownOf(readPackument(Buffer.from(text), '@s/a', 'short', base))).toEqual(
        shownOf(rewrite(text, 'short')),
      );
    }
  });

  const usual = JSON.stringify(packument());
  it.each([
    ['another name', JSON.stringify(packument({}, { name: 'b' }))],
    ['no tags', JSON.stringify(packument({}, { 'dist-tags': undefined }))],
    ['a tag without its version', JSON.stringify(packument({}, { 'dist-tags': { latest: '2.0.0' } }))],
    ['an invalid tag', JSON.stringify(packument({}, { 'dist-tags': { latest: 7 } }))],
    ['no versions', JSON.stringify(packument({}, { versions: {} }))],
    ['an invalid version', usual.replace('"1.0.0":{"name"', '"../x":{"name"')],
    ['a version that is not an object', usual.replace(/"versions":\{/, '$&"2.0.0":"x",')],
    ['no tarball', JSON.stringify(packument({ dist: { shasum: '00' } }))],
    ['an invalid tarball URL', JSON.stringify(packument({ dist: { tarball: 7 } }))],
    ['two tarballs', usual.replace('"tarball":', '"tarball":"x","tarball":')],
    ['two hashes', usual.replace('"shasum":', '"shasum":"11","shasum":')],
    ['two dists', usual.replace('"dist":', '"dist":{"tarball":"x"},"dist":')],
    ['a duplicate version', usual.replace('"versions":{', '"versions":{"1.0.0":{"dist":{"tarball":"x"}},')],
    [
      'versions twice',
      usual.replace('"versions":', '"versions":{"2.0.0":{"dist":{"tarball":"x"}}},"versions":'),
    ],
    ['a key with escapes', usual.replace('"dist":', '"\\u0064ist":')],
    ['a URL with escapes', usual.replace('https://', 'https:\\/\\/')],
    ['more than one value', `${usual}{}`],
    ['too little', usual.slice(0, -1)],
  ])('is left to the parser with %s', (_what, text) => {
    expect(scan(text)).toBeUndefined();
    expect(shownOf(readPackument(Buffer.from(text), '@s/a', 'full', base))).toEqual(shownOf(rewrite(text)));
  });

  it('can have any number of versions', () => {
    const versions = Object.fromEntries(
      Array.from({ length: 70_000 }, (_, at) => {
        const version = `1.0.${at}`;
        return [
          version,
          { name: '@s/a', version, dist: { tarball: `${base}@s/a/-/a-${version}.tgz`, shasum: '00' } },
        ];
      }),
    );
    const read = scan(JSON.stringify(packument({}, { versions, 'dist-tags': { latest: '1.0.69999' } })));
    expect(read?.dists.size).toBe(70_000);
    expect(Object.keys(JSON.parse(read?.text.toString() ?? '').versions)).toHaveLength(70_000);
  });

  it('must be valid UTF-8', () => {
    const [before = '', after = ''] = usual.split('alle');
    expect(
      scanPackument(
        Buffer.concat([Buffer.from(before), Buffer.from([0xff]), Buffer.from(after)]),
        '@s/a',
        'full',
        base,
      ),
    ).toBeUndefined();
  });
});

describe('the JSON walker', () => {
  const isWalked = (text: string) => {
    const json = new JsonBytes(Buffer.from(text));
    try {
      json.skip();
      json.end();
      return true;
    } catch (error) {
      if (!(error instanceof NotWalkable)) throw error;
      return false;
    }
  };
  const isParsed = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };

  it('accepts exactly what JSON.parse accepts', () => {
    const wholes = [
      '',
      ' ',
      '0',
      '-0',
      '01',
      '1.',
      '.5',
      '1e',
      '1e+5',
      '-',
      '+1',
      'tru',
      'true ',
      'nul',
      '[',
      '[]',
      '[1,]',
      '[,1]',
      '{}',
      '{"a"}',
      '{"a":}',
      '{"a":1,}',
      '{a:1}',
      '"a',
      '"\\x"',
      '"\\u00g0"',
      '"\\u00e9"',
      '"\t"',
      '"\u007f"',
      "'a'",
      '[1 2]',
      '{"a":1 "b":2}',
      '{"":{"":[]}}',
      '\u00a0 1',
      '1\n',
    ];
    for (const text of wholes) expect([text, isWalked(text)]).toEqual([text, isParsed(text)]);
  });

  it('accepts exactly what JSON.parse accepts after random changes', () => {
    const text = JSON.stringify({
      a: [1, -2.5e-7, true, false, null],
      'b\\"\n': { c: '\u00e9\ud83d\ude00', d: [[], {}] },
    });
    const others = [
      '"',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '0',
      '-',
      '.',
      'e',
      'u',
      ' ',
      '\n',
      '\u0001',
      't',
    ];
    let good = 0;
    for (let at = 0; at < text.length; at += 1) {
      for (const other of ['', ...others]) {
        for (const taken of [0, 1, 2]) {
          const changed = text.slice(0, at) + other + text.slice(at + taken);
          const parsed = isParsed(changed);
          good += Number(parsed);
          if (isWalked(changed) !== parsed) expect([changed, !parsed]).toEqual([changed, parsed]);
        }
      }
    }
    expect(good).toBeGreaterThan(100);
  });

  it('limits the nesting depth', () => {
    expect(isWalked('['.repeat(400) + ']'.repeat(400))).toBe(true);
    expect(isWalked('['.repeat(100_000) + ']'.repeat(100_000))).toBe(false);
  });
});
